//! What sinks that take places are told of nodes and findings.

use super::doc::{Line, Sink};
use super::finding;
use super::kind::kind;
use super::mark::{Mark, Place, PlaceKind};
use crate::decode::BufferId;
use crate::schema::Schema;
use crate::tree::{Finding, Node};

/// Tells a sink of a node. `sample` are the first of its bytes, where the view
/// does not show them.
pub(super) fn node(
    sink: &mut dyn Sink,
    schema: &Schema,
    node: &Node<'_>,
    what: PlaceKind,
    sample: &[u8],
) -> Mark {
    let Some(places) = sink.places() else {
        return Mark::NONE;
    };
    let mut ty = Line::new();
    kind(&mut ty, schema, node);
    let doc = node
        .attr()
        .and_then(|attr| attr.doc.as_deref())
        .or_else(|| node.type_def().and_then(|ty| ty.doc.as_deref()));
    let span = node.span();
    places.place(&Place {
        kind: what,
        path: &node.path(),
        ty: ty.text(),
        doc: doc.unwrap_or("").trim(),
        bytes: span.map(|span| span.start_byte()..span.end_byte()),
        decoded: span.is_some_and(|span| span.buffer != BufferId::FILE),
        sample,
    })
}

/// What a finding says, and its likely cause.
pub(super) fn words(found: &Finding) -> String {
    let mut text = finding::message(found, false);
    if let Some(hint) = &found.hint {
        text.push_str("; ");
        text.push_str(&hint.words());
    }
    text
}
