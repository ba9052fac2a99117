//! From the text of a grammar to its schema, and from a file to its format:
//! what a run costs before it reads the first field.
#![allow(clippy::unwrap_used, missing_docs, reason = "a bench may panic")]

mod data;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use fmtview::formats::{self, Library, detect};
use fmtview::grammar::{GrammarText, compile};

fn grammars(c: &mut Criterion) {
    let mut group = c.benchmark_group("compile");
    for format in formats::built_in() {
        group.bench_function(format.id, |b| {
            b.iter(|| {
                let grammar = GrammarText {
                    name: format.id.to_owned(),
                    text: format.text.to_owned(),
                };
                compile(black_box(grammar), &Library::default())
            });
        });
    }
    group.finish();
}

fn detection(c: &mut Criterion) {
    let mut group = c.benchmark_group("detect");
    let files: [(&str, &[u8]); 3] = [
        ("dungeon", include_bytes!("../samples/dungeon")),
        ("konka.bxb", include_bytes!("../samples/konka.bxb")),
        (
            "deckstring.txt",
            include_bytes!("../samples/deckstring.txt"),
        ),
    ];
    for (name, bytes) in files {
        group.bench_function(name, |b| {
            b.iter(|| detect(black_box(bytes), Some(name)).unwrap())
        });
    }
    group.finish();
}

criterion_group!(benches, grammars, detection);
criterion_main!(benches);
