//! How much an expression may make: fixed bounds that no honest grammar meets.

use super::fault::{Fault, FaultKind};
use super::value::Value;

/// A text, in bytes.
const MOST_TEXT: usize = 1 << 20;
/// Elements of a list, those of lists within it counted.
pub(crate) const MOST_GATHERED: u64 = 1 << 20;
/// Lists in one another.
const MOST_NESTED: u32 = 64;

fn exceeded(message: String) -> Fault {
    Fault::new(FaultKind::LimitExceeded, message, None, "".into())
}

/// Refuses a text of so many bytes, if it is absurd.
pub(crate) fn check_text(len: usize) -> Result<(), Fault> {
    if len <= MOST_TEXT {
        return Ok(());
    }
    Err(exceeded(format!(
        "a text of {len} bytes is more than the {MOST_TEXT} that an expression may make"
    )))
}

/// Refuses to gather so many elements, if that is absurd.
pub(crate) fn check_count(count: u64) -> Result<(), Fault> {
    if count <= MOST_GATHERED {
        return Ok(());
    }
    Err(exceeded(format!(
        "{count} elements are more than the {MOST_GATHERED} that an expression may gather"
    )))
}

/// Refuses a list, if what it comes to is absurd.
pub(crate) fn check_list(items: &[Value<'_>]) -> Result<(), Fault> {
    count_list(items, &mut 0, 1)
}

fn count_list(items: &[Value<'_>], count: &mut u64, depth: u32) -> Result<(), Fault> {
    *count += items.len() as u64;
    check_count(*count)?;
    if depth > MOST_NESTED {
        return Err(exceeded(format!(
            "more than {MOST_NESTED} lists in one another"
        )));
    }
    for item in items {
        if let Value::List(inner) = item {
            count_list(inner, count, depth + 1)?;
        }
    }
    Ok(())
}
