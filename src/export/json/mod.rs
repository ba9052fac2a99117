//! The tree as JSON, written while it is walked: nothing but the path from the
//! root is kept.

mod flat;
mod forms;
mod quick;
mod teller;
mod walk;

use std::collections::HashMap;
use std::io::{self, Write};
use std::rc::Rc;

use self::flat::Flat;
use self::teller::Texts;
use super::literal::{self, Object};
use crate::decode::form::{Forms, Scratch};
use crate::decode::{Bytes, Fault, Value};
use crate::schema::{Endian, EnumId, TypeId};
use crate::tree::{Node, Tree};

/// How much is gathered before it is written, in bytes.
const FULL: usize = 64 << 10;

/// How JSON is laid out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct JsonOptions {
    /// One field a line, indented.
    pub pretty: bool,
    /// Each field as `{"start":…,"end":…,"value":…}`: offsets in bytes, end
    /// exclusive; `"bits":[start,end]` for parts of a byte; `"stream"` for what
    /// lies in a decoded stream.
    pub ranges: bool,
    /// A value that breaks its `valid` is written as an error.
    pub tested: bool,
}

/// Writes values and trees as JSON.
///
/// - Objects have their fields in declaration order, then their instances,
///   without those that a grammar keeps for itself.
/// - Integers are exact; floats that JSON has no number for are
///   `{"float":"NaN"}`, `"Infinity"` or `"-Infinity"`.
/// - Byte arrays are `{"bytes":"0a1b"}`, enums
///   `{"enum":"animal","name":"cat","value":7}` with a null name if unknown.
/// - An absent field is null.
/// - What cannot be read is `{"error":{"kind":…,"message":…,"at":…,"path":…}}`;
///   fields after it that could not be reached are left out.
/// - A value instance that gives another place of the tree is
///   `{"ref":"rooms[3]"}`: the place itself stands elsewhere, or is an object
///   that this one is part of. So is a positioned object that holds itself.
/// - What describes the same bytes again and again ends with an error.
pub struct Json<'w, 't, 'a> {
    out: &'w mut dyn Write,
    buffer: Vec<u8>,
    tree: &'t Tree<'a>,
    options: JsonOptions,
    level: usize,
    errors: u64,
    /// Objects and elements that were written.
    places: u64,
    /// The keys of each type, quoted and with their colon.
    keys: HashMap<TypeId, Rc<[Box<[u8]>]>>,
    /// How objects of flat types are written.
    plans: HashMap<(TypeId, Option<Endian>), Option<Rc<Flat>>>,
    /// How objects of other types are written.
    forms: Forms<'a>,
    texts: Texts<'a>,
    scratch: Scratch,
}

impl<'w, 't, 'a> Json<'w, 't, 'a> {
    /// Writes to `out`, which needs no buffer of its own.
    pub fn new(out: &'w mut dyn Write, tree: &'t Tree<'a>, options: JsonOptions) -> Self {
        let buffer = Vec::with_capacity(FULL + 4096);
        Json {
            out,
            buffer,
            tree,
            options,
            level: 0,
            errors: 0,
            places: 0,
            keys: HashMap::new(),
            plans: HashMap::new(),
            forms: Forms::new(tree.schema(), options.tested),
            texts: Texts::new(tree.schema(), options),
            scratch: Scratch::default(),
        }
    }

    /// Writes a place of the tree with all below it, and a line end.
    ///
    /// # Errors
    /// The writer's.
    pub fn tree_line(&mut self, node: &Node<'a>) -> io::Result<()> {
        self.place(node)?;
        self.line_end()
    }

    /// Writes what an expression gave, and a line end. An object or array is
    /// written with all below it.
    ///
    /// # Errors
    /// The writer's.
    pub fn result_line(&mut self, result: &Result<Value<'a>, Fault>) -> io::Result<()> {
        match result {
            Ok(value) => self.value(value, Places::InFull)?,
            Err(fault) => self.error(fault),
        }
        self.line_end()
    }

    /// Writes out what is left and gives the number of errors that were
    /// written as `{"error":…}`.
    ///
    /// # Errors
    /// The writer's.
    pub fn finish(self) -> io::Result<u64> {
        self.out.write_all(&self.buffer)?;
        self.out.flush()?;
        Ok(self.errors)
    }

    fn line_end(&mut self) -> io::Result<()> {
        self.buffer.push(b'\n');
        self.drain()
    }

    fn drain(&mut self) -> io::Result<()> {
        if self.buffer.len() >= FULL {
            self.out.write_all(&self.buffer)?;
            self.buffer.clear();
        }
        Ok(())
    }

    fn value(&mut self, value: &Value<'a>, places: Places) -> io::Result<()> {
        match value {
            Value::Null => self.raw("null"),
            Value::Int(number) => literal::int(&mut self.buffer, *number),
            Value::Float(number) => literal::float(&mut self.buffer, *number),
            Value::Bool(yes) => self.raw(if *yes { "true" } else { "false" }),
            Value::Str(text) => {
                literal::string(&mut self.buffer, text);
                self.drain()?;
            }
            Value::Bytes(bytes) => self.bytes(bytes)?,
            Value::Enum(id, number) => self.enumeration(*id, *number),
            Value::List(values) => {
                let mut list = self.open("[");
                for value in values.iter() {
                    self.next(&mut list);
                    self.value(value, places)?;
                    self.drain()?;
                }
                self.close(&list, "]");
            }
            Value::Obj(_) | Value::Array(_) => match (Node::of_value(value), places) {
                (Some(node), Places::InFull) => self.place(&node)?,
                (Some(node), Places::ByName) => self.reference(&node.path()),
                (None, _) => self.raw("null"),
            },
            Value::Stream(stream) => {
                self.raw("{\"stream\":{\"size\":");
                literal::int(&mut self.buffer, stream.size().into());
                self.raw(",\"pos\":");
                literal::int(&mut self.buffer, stream.pos().into());
                self.raw("}}");
            }
        }
        Ok(())
    }

    fn reference(&mut self, path: &str) {
        self.raw("{\"ref\":");
        let path = if path.is_empty() { "_root" } else { path };
        literal::string(&mut self.buffer, path);
        self.raw("}");
    }

    fn bytes(&mut self, bytes: &Bytes<'a>) -> io::Result<()> {
        self.raw("{\"bytes\":\"");
        for chunk in bytes.as_slice().chunks(FULL / 2) {
            literal::hex(&mut self.buffer, chunk);
            self.drain()?;
        }
        self.raw("\"}");
        Ok(())
    }

    fn enumeration(&mut self, id: EnumId, number: i128) {
        let definition = self.tree.schema().enumeration(id);
        self.raw("{\"enum\":");
        literal::string(&mut self.buffer, &definition.name);
        self.raw(",\"name\":");
        match definition.entry(number) {
            Some(entry) => literal::string(&mut self.buffer, &entry.name),
            None => self.raw("null"),
        }
        self.raw(",\"value\":");
        literal::int(&mut self.buffer, number);
        self.raw("}");
    }

    fn error(&mut self, fault: &Fault) {
        self.errors += 1;
        fault_object(&mut self.buffer, fault);
    }

    fn raw(&mut self, text: &str) {
        self.buffer.extend_from_slice(text.as_bytes());
    }

    fn key(&mut self, name: &str) {
        literal::string(&mut self.buffer, name);
        self.raw(if self.options.pretty { ": " } else { ":" });
    }

    fn open(&mut self, bracket: &str) -> List {
        self.raw(bracket);
        self.level += 1;
        List { empty: true }
    }

    fn next(&mut self, list: &mut List) {
        if !std::mem::take(&mut list.empty) {
            self.raw(",");
        }
        self.new_line();
    }

    fn close(&mut self, list: &List, bracket: &str) {
        self.level -= 1;
        if !list.empty {
            self.new_line();
        }
        self.raw(bracket);
    }

    fn new_line(&mut self) {
        if self.options.pretty {
            self.buffer.push(b'\n');
            self.buffer.resize(self.buffer.len() + 2 * self.level, b' ');
        }
    }
}

/// How a value that is a place in the tree is written.
#[derive(Debug, Clone, Copy)]
enum Places {
    InFull,
    ByName,
}

/// An object or array that is being written.
struct List {
    empty: bool,
}

/// `{"error":{"kind":…,"message":…,"at":…,"path":…}}`
fn fault_object(out: &mut Vec<u8>, fault: &Fault) {
    let mut outer = Object::new(out);
    let mut inner = Object::new(outer.key("error"));
    inner.string("kind", fault.kind().name());
    inner.string("message", fault.message());
    inner.int_or_null("at", fault.at().map(Into::into));
    inner.string("path", fault.grammar_path());
    inner.close();
    outer.close();
}

/// A fault as one JSON object, without a line end.
#[must_use]
pub fn fault_json(fault: &Fault) -> String {
    let mut out = Vec::new();
    fault_object(&mut out, fault);
    String::from_utf8_lossy(&out).into_owned()
}

/// A value as one word of JSON, for the arguments of custom process routines;
/// an enum is its number. Objects, arrays of the tree and streams are no
/// arguments.
#[must_use]
pub fn argument_json(value: &Value<'_>) -> Option<String> {
    let mut out = Vec::new();
    argument(&mut out, value)?;
    String::from_utf8(out).ok()
}

fn argument(out: &mut Vec<u8>, value: &Value<'_>) -> Option<()> {
    match value {
        Value::Null => out.extend_from_slice(b"null"),
        Value::Int(number) | Value::Enum(_, number) => literal::int(out, *number),
        Value::Float(number) => literal::float(out, *number),
        Value::Bool(yes) => out.extend_from_slice(if *yes { b"true" } else { b"false" }),
        Value::Str(text) => literal::string(out, text),
        Value::Bytes(bytes) => {
            out.extend_from_slice(b"{\"bytes\":\"");
            literal::hex(out, bytes.as_slice());
            out.extend_from_slice(b"\"}");
        }
        Value::List(values) => {
            out.push(b'[');
            for (i, value) in values.iter().enumerate() {
                if i > 0 {
                    out.push(b',');
                }
                argument(out, value)?;
            }
            out.push(b']');
        }
        Value::Obj(_) | Value::Array(_) | Value::Stream(_) => return None,
    }
    Some(())
}

#[cfg(test)]
mod same;
#[cfg(test)]
mod tests;
