//! What is written to a terminal: the annotated view, the tree and the plain
//! hexdump, with colour and without.
#![allow(clippy::unwrap_used, missing_docs, reason = "a bench may panic")]

mod data;

use std::hint::black_box;
use std::io;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fmtview::paint::{Ansi, Scheme, Theme, hex};
use fmtview::schema::Schema;
use fmtview::tree::{Options, Tree};
use fmtview::view::hex::HexOptions;
use fmtview::view::{Base, Part, ViewOptions, hexdump, outline};

const COUNT: usize = 20_000;

fn options(full: bool) -> ViewOptions<'static> {
    ViewOptions {
        name: "bench",
        by: "",
        width: 100,
        ascii: false,
        full,
        computed: true,
        depth: None,
        dense: false,
        base: Base::Usual,
        threads: 1,
    }
}

fn view(schema: &Schema, file: &[u8], full: bool) {
    let tree = Tree::new(schema, file, Options::default());
    let mut out = Ansi::new(io::sink(), Some(Theme::Dark.into()));
    let _ = hexdump(&tree, &Part::Whole, &options(full), &mut out);
    out.finish().unwrap();
}

fn full(c: &mut Criterion) {
    let mut group = c.benchmark_group("view --full");
    group.sample_size(20);
    let files = [
        ("rooms", data::schema(data::ROOMS), data::rooms(COUNT)),
        ("varints", data::schema(data::VARINTS), data::varints(COUNT)),
        ("records", data::schema(data::RECORDS), data::records(COUNT)),
    ];
    for (name, schema, file) in files {
        group.throughput(Throughput::Bytes(file.len() as u64));
        group.bench_function(name, |b| b.iter(|| view(&schema, black_box(&file), true)));
        group.bench_function(format!("{name}, tree"), |b| {
            b.iter(|| {
                let tree = Tree::new(&schema, black_box(&file), Options::default());
                let mut out = Ansi::new(io::sink(), None);
                let _ = outline(&tree, &tree.root(), &options(true), &mut out);
                out.finish().unwrap();
            });
        });
    }
    group.finish();
}

fn samples(c: &mut Criterion) {
    let mut group = c.benchmark_group("view");
    let files: [(&str, &[u8]); 2] = [
        ("dungeon", include_bytes!("../samples/dungeon")),
        ("bxb", include_bytes!("../samples/konka.bxb")),
    ];
    for (id, file) in files {
        let schema = data::built_in(id);
        group.bench_function(id, |b| b.iter(|| view(&schema, black_box(file), false)));
    }
    group.finish();
}

fn dump(c: &mut Criterion) {
    let mut group = c.benchmark_group("hex");
    let file = data::mixed(4 << 20);
    group.throughput(Throughput::Bytes(file.len() as u64));
    let options = HexOptions {
        width: 100,
        full: true,
        ..HexOptions::default()
    };
    for (name, theme) in [("colour", Some(Scheme::from(Theme::Dark))), ("plain", None)] {
        group.bench_function(name, |b| {
            b.iter(|| {
                let mut out = Ansi::new(io::sink(), theme);
                let _ = hex::dump(black_box(&file), &options, &mut out);
                out.finish().unwrap();
            });
        });
    }
    group.finish();
}

criterion_group!(benches, full, samples, dump);
criterion_main!(benches);
