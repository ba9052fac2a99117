//! A place decoded anew: a walk there lets go of nothing that others look at.

use super::Tree;
use super::node::Node;
use crate::schema::Member;

impl<'a> Node<'a> {
    /// The children on the way from the root to this place.
    fn steps(&self) -> Vec<u64> {
        let mut steps = Vec::new();
        let mut at = self.clone();
        while let Some(holder) = at.container() {
            steps.extend(at.index().or_else(|| at.place_in_object()));
            at = holder;
        }
        steps.reverse();
        steps
    }

    /// Which child of the object that has it a field or an instance is.
    fn place_in_object(&self) -> Option<u64> {
        let (holder, member) = self.holder()?;
        match member {
            Member::Seq(i) => Some(u64::from(i)),
            Member::Instance(i) => Some(holder.0.def.seq.len() as u64 + u64::from(i)),
            Member::Param(_) => None,
        }
    }

    /// The same place of a tree of its own, which knows nothing of what was
    /// decoded so far; `None` if it is not found there.
    pub(crate) fn anew(&self) -> Option<Node<'a>> {
        let engine = &self.engine().0;
        let tree = Tree::new(engine.schema, engine.file, engine.options.clone());
        let mut at = tree.root();
        for step in self.steps() {
            at = at.child(step)?;
        }
        Some(at)
    }
}

#[cfg(test)]
mod tests {
    use crate::grammar::{GrammarText, Loader, compile};
    use crate::tree::{Options, Tree};
    use pretty_assertions::assert_eq;

    struct Alone;

    impl Loader for Alone {
        fn load(&self, _: &str, import: &str) -> Result<GrammarText, String> {
            Err(format!("no {import}"))
        }
    }

    #[test]
    fn places_are_found_anew() {
        let text = "
meta: {id: top}
seq: [{id: a, type: u1}, {id: xs, type: x, repeat: eos}]
types: {x: {seq: [{id: n, type: u1}], instances: {far: {pos: n, type: y}}}, y: {seq: [{id: v, type: u1}]}}
";
        let text = GrammarText {
            name: "top.ksy".into(),
            text: text.into(),
        };
        let schema = compile(text, &Alone).schema.unwrap();
        let tree = Tree::new(&schema, &[0, 1, 2, 0], Options::default());
        let mut places = vec![tree.root()];
        let mut seen = 0;
        while let Some(node) = places.pop() {
            let again = node.anew().unwrap();
            assert_eq!((again.path(), again.span()), (node.path(), node.span()));
            places.extend(node.children());
            seen += 1;
        }
        assert_eq!(seen, 1 + 2 + 3 * 4);
    }
}
