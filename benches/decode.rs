//! Reading under a schema: checking all of a file, finding one value in it,
//! writing it as JSON.
#![allow(clippy::unwrap_used, missing_docs, reason = "a bench may panic")]

mod data;

use std::hint::black_box;
use std::ops::ControlFlow;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fmtview::export::json::{Json, JsonOptions};
use fmtview::schema::Schema;
use fmtview::tree::{Options, Tree, check};

const COUNT: usize = 100_000;

fn files() -> [(&'static str, Schema, Vec<u8>); 3] {
    [
        ("rooms", data::schema(data::ROOMS), data::rooms(COUNT)),
        ("varints", data::schema(data::VARINTS), data::varints(COUNT)),
        ("records", data::schema(data::RECORDS), data::records(COUNT)),
    ]
}

fn checks(c: &mut Criterion) {
    let mut group = c.benchmark_group("check");
    group.throughput(Throughput::Elements(COUNT as u64));
    for (name, schema, file) in files() {
        group.bench_function(name, |b| {
            b.iter(|| {
                let tree = Tree::new(&schema, black_box(&file), Options::default());
                check(&tree, &mut |finding| panic!("{}", finding.message))
            });
        });
    }
    group.finish();
}

fn last(c: &mut Criterion) {
    let mut group = c.benchmark_group("last element");
    group.throughput(Throughput::Elements(COUNT as u64));
    for (name, schema, file) in files() {
        group.bench_function(name, |b| {
            b.iter(|| {
                let tree = Tree::new(&schema, black_box(&file), Options::default());
                let array = tree.root().children().last().unwrap();
                let element = array.child(array.len() - 1).unwrap();
                element.span().unwrap().start
            });
        });
    }
    group.finish();
}

fn json(c: &mut Criterion) {
    let mut group = c.benchmark_group("json");
    group.sample_size(20);
    group.throughput(Throughput::Elements(COUNT as u64));
    for (name, schema, file) in files() {
        group.bench_function(name, |b| {
            b.iter(|| {
                let tree = Tree::new(&schema, black_box(&file), Options::default());
                let mut out = std::io::sink();
                let mut json = Json::new(&mut out, &tree, JsonOptions::default());
                json.tree_line(&tree.root()).unwrap();
                assert_eq!(json.finish().unwrap(), 0);
            });
        });
    }
    group.finish();
}

fn stop(c: &mut Criterion) {
    let schema = data::schema(data::ROOMS);
    let mut file = data::rooms(COUNT);
    file[5 + 4 * 1000] = 80;
    c.bench_function("first finding", |b| {
        b.iter(|| {
            let tree = Tree::new(&schema, black_box(&file), Options::default());
            check(&tree, &mut |_| ControlFlow::Break(()))
        });
    });
}

criterion_group!(benches, checks, last, json, stop);
criterion_main!(benches);
