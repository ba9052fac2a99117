//! Which of a node's bytes are content, which are padding and terminator, and
//! which stand for others.

use super::Node;
use crate::decode::object::Content;
use crate::decode::{BufferId, Span, Value};

impl Node<'_> {
    /// The decoded stream that its content lies in, if it has a `process`.
    #[must_use]
    pub fn derived(&self) -> Option<BufferId> {
        let item = self.item()?;
        let outer = item.span?.buffer;
        let inner = match &item.content {
            Content::Value(Value::Bytes(bytes)) | Content::Text(bytes, _) => bytes.span()?.buffer,
            Content::Value(Value::Obj(obj)) if self.obj().is_some() => obj.0.stream.0.buffer.id(),
            _ => return None,
        };
        (inner != outer).then_some(inner)
    }

    /// The part of its bytes that is content, without padding and terminator;
    /// in the decoded stream, if it has one.
    #[must_use]
    pub fn content_span(&self) -> Option<Span> {
        match &self.item()?.content {
            Content::Value(Value::Bytes(bytes)) | Content::Text(bytes, _) => bytes.span(),
            _ => self.span(),
        }
    }

    /// Of an object with a stream of its own in the same buffer: the bytes
    /// after that stream that belong to the object, which are padding and
    /// terminator.
    #[must_use]
    pub fn trailer(&self) -> Option<Span> {
        let (span, stream) = (self.span()?, &self.obj()?.0.stream.0);
        let end = stream.base.checked_add(stream.len)?;
        let inside =
            stream.buffer.id() == span.buffer && end >= span.start_byte() && end < span.end_byte();
        inside.then(|| Span::bytes(span.buffer, end, span.end_byte()))
    }
}
