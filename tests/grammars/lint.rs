//! The built-in grammars themselves.

use fmtview::formats::{Library, built_in};
use fmtview::grammar::compile;
use pretty_assertions::assert_eq;

#[test]
fn built_in_grammars_have_no_problems() {
    for format in built_in() {
        let library = Library::default();
        let compiled = compile(library.find(format.id).unwrap(), &library);
        let problems: Vec<&str> = compiled
            .problems
            .iter()
            .map(|problem| problem.message.as_str())
            .collect();
        assert_eq!(problems, [""; 0], "{}", format.id);
    }
}

#[test]
fn built_in_grammars_say_whose_they_are_and_what_every_field_is() {
    for format in built_in() {
        let text = format.text;
        assert!(text.contains("\n  license: CC0-1.0\n"), "{}", format.id);
        let schema = format.schema().unwrap();
        for ty in &schema.types {
            let instances = ty.instances.iter().map(|instance| &instance.attr);
            for attr in ty.seq.iter().chain(instances) {
                assert!(
                    attr.doc.is_some(),
                    "{} has no doc: {}",
                    format.id,
                    attr.path
                );
            }
        }
    }
}
