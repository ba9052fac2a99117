//! Sizes and offsets that may depend on fields: `32 + width × height`.

/// A sum of a constant and products of fields.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Amount {
    /// The constant part, in bits.
    bits: i128,
    terms: Vec<Term>,
}

/// `factor × a × b`
#[derive(Debug, Clone, PartialEq, Eq)]
struct Term {
    /// What one unit takes, in bits.
    bits: i128,
    /// Sorted, so that equal products are equal; what is shown is `shown`.
    key: Vec<String>,
    shown: Vec<String>,
}

/// More terms or factors make no text that one could read.
const MAX_PARTS: usize = 6;

impl Amount {
    pub(super) fn of_bits(bits: i128) -> Amount {
        Amount {
            bits,
            terms: Vec::new(),
        }
    }

    pub(super) fn of_bytes(bytes: i128) -> Option<Amount> {
        Some(Amount::of_bits(bytes.checked_mul(8)?))
    }

    /// So many bytes as a text says; it can stand as a factor.
    pub(super) fn of_text(text: String) -> Amount {
        Amount {
            bits: 0,
            terms: vec![Term {
                bits: 8,
                key: vec![text.clone()],
                shown: vec![text],
            }],
        }
    }

    /// The number of bits, if it depends on nothing.
    pub(super) fn constant(&self) -> Option<u64> {
        if self.terms.is_empty() {
            u64::try_from(self.bits).ok()
        } else {
            None
        }
    }

    pub(super) fn plus(&self, other: &Amount) -> Option<Amount> {
        let mut sum = self.clone();
        sum.bits = sum.bits.checked_add(other.bits)?;
        for term in &other.terms {
            match sum.terms.iter_mut().find(|it| it.key == term.key) {
                Some(same) => same.bits = same.bits.checked_add(term.bits)?,
                None => sum.terms.push(term.clone()),
            }
        }
        sum.terms.retain(|term| term.bits != 0);
        (sum.terms.len() <= MAX_PARTS).then_some(sum)
    }

    pub(super) fn minus(&self, other: &Amount) -> Option<Amount> {
        self.plus(&other.scaled(-1)?)
    }

    fn scaled(&self, factor: i128) -> Option<Amount> {
        let mut scaled = self.clone();
        scaled.bits = scaled.bits.checked_mul(factor)?;
        for term in &mut scaled.terms {
            term.bits = term.bits.checked_mul(factor)?;
        }
        Some(scaled)
    }

    /// The product of two amounts of bytes.
    pub(super) fn times(&self, other: &Amount) -> Option<Amount> {
        for (constant, rest) in [(self, other), (other, self)] {
            if constant.terms.is_empty() {
                return if constant.bits % 8 == 0 {
                    rest.scaled(constant.bits / 8)
                } else {
                    None
                };
            }
        }
        let ([a], [b]) = (&self.terms[..], &other.terms[..]) else {
            return None;
        };
        if self.bits != 0 || other.bits != 0 || a.bits % 8 != 0 {
            return None;
        }
        let shown: Vec<String> = a.shown.iter().chain(&b.shown).cloned().collect();
        if shown.len() > MAX_PARTS {
            return None;
        }
        let mut key = shown.clone();
        key.sort_unstable();
        Some(Amount {
            bits: 0,
            terms: vec![Term {
                bits: (a.bits / 8).checked_mul(b.bits)?,
                key,
                shown,
            }],
        })
    }

    /// `self × count` of elements that take `self` bits each.
    pub(super) fn repeated(&self, count: &Amount) -> Option<Amount> {
        match count.constant() {
            Some(bits) => self.scaled(i128::from(bits / 8)),
            None if self.terms.is_empty() && count.bits == 0 && count.terms.len() == 1 => {
                // bits that do not make whole bytes may still be counted
                let mut product = count.clone();
                let term = product.terms.first_mut()?;
                term.bits = (term.bits / 8).checked_mul(self.bits)?;
                Some(product)
            }
            None => self.times(count),
        }
    }

    /// How many bytes, as text; `None` if that is no whole number of them.
    pub(super) fn text(&self, ascii: bool) -> Option<String> {
        let times = if ascii { " * " } else { " × " };
        let whole = |bits: i128| (bits % 8 == 0).then_some(bits / 8);
        let mut text = String::new();
        let constant = whole(self.bits)?;
        let mut first = true;
        if constant != 0 || self.terms.is_empty() {
            text.push_str(&constant.to_string());
            first = false;
        }
        // the positive ones first: `a - 4`, not `-4 + a`
        if first || constant < 0 {
            text.clear();
            first = true;
        }
        for term in &self.terms {
            let factor = whole(term.bits)?;
            let sign = match (first, factor < 0) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            };
            text.push_str(sign);
            if factor.abs() != 1 {
                text.push_str(&factor.abs().to_string());
                text.push_str(times);
            }
            text.push_str(&term.shown.join(times));
            first = false;
        }
        if constant < 0 {
            if self.terms.is_empty() {
                text.push_str(&constant.to_string());
            } else {
                text.push_str(" - ");
                text.push_str(&constant.abs().to_string());
            }
        }
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    fn bytes(n: i128) -> Amount {
        Amount::of_bytes(n).unwrap()
    }

    fn field(name: &str) -> Amount {
        Amount::of_text(name.into())
    }

    #[track_caller]
    fn check(amount: Option<Amount>, expected: Option<&str>) {
        assert_eq!(amount.and_then(|it| it.text(true)).as_deref(), expected);
    }

    #[test]
    fn sums() {
        check(bytes(32).plus(&field("n")), Some("32 + n"));
        check(field("n").minus(&bytes(32)), Some("n - 32"));
        check(bytes(1).minus(&field("n")), Some("1 - n"));
        check(bytes(1).minus(&bytes(3)), Some("-2"));
        check(field("n").minus(&field("n")), Some("0"));
        check(field("n").plus(&field("n")), Some("2 * n"));
        check(bytes(0).minus(&field("n")), Some("-n"));
    }

    #[test]
    fn products() {
        let area = field("w").times(&field("h"));
        check(area.clone(), Some("w * h"));
        check(bytes(4).times(&field("n")), Some("4 * n"));
        check(area.unwrap().times(&bytes(3)), Some("3 * w * h"));
        let sum = bytes(1).plus(&field("n")).unwrap();
        check(sum.times(&bytes(2)), Some("2 + 2 * n"));
        check(sum.times(&field("m")), None);
    }

    #[test]
    fn bits() {
        check(Amount::of_bits(3).repeated(&bytes(8)), Some("3"));
        check(Amount::of_bits(3).repeated(&field("n")), None);
        check(Amount::of_bits(16).repeated(&field("n")), Some("2 * n"));
        assert_eq!(bytes(2).constant(), Some(16));
        assert_eq!(field("n").constant(), None);
    }

    #[test]
    fn equal_products_are_one_term() {
        let one = field("w").times(&field("h")).unwrap();
        let other = field("h").times(&field("w")).unwrap();
        check(one.plus(&other), Some("2 * w * h"));
    }

    #[test]
    fn what_is_too_large_is_unknown() {
        assert_eq!(Amount::of_bytes(i128::MAX), None);
        check(Amount::of_bits(i128::MAX).plus(&bytes(1)), None);
    }
}
