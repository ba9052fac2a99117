//! Where a run of bytes ends: sizes, terminators, padding; and what `process`
//! makes of it.

use std::sync::Arc;

use super::buffer::Buffer;
use super::codec::{self, CodecError, Decoded};
use super::engine::Engine;
use super::fault::{Fault, FaultKind};
use super::leaf;
use super::read::Place;
use super::value::Value;
use crate::schema::{Extent, Process, Size};

/// A run of bytes in a stream, positions in bytes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Run {
    /// What the field takes: start inclusive, end exclusive.
    pub(crate) start: u64,
    pub(crate) end: u64,
    /// Its content, without padding and terminator.
    pub(crate) from: u64,
    pub(crate) to: u64,
}

pub(crate) enum Cut {
    Whole(Run),
    /// What is there of a run that is not there whole.
    Short(Run, Fault),
}

impl<'a> Engine<'a> {
    /// Cuts the next run of bytes out of a stream.
    pub(crate) fn cut(&self, place: &Place<'_, 'a>, extent: &'a Extent) -> Result<Cut, Fault> {
        let stream = place.stream;
        let (start, end) = match &extent.size {
            Size::None => return Ok(self.cut_at_terminator(place, extent)),
            Size::Eos => {
                stream.align();
                let start = stream.pos().min(stream.size());
                stream.seek(stream.size().max(stream.pos()));
                (start, stream.size())
            }
            Size::Expr(size) => {
                let size = self.eval_int(&place.scope(), size, place.attr)?;
                let Ok(size) = u64::try_from(size) else {
                    return Err(place.fault(
                        FaultKind::UnexpectedEof,
                        format!(
                            "a size of {size} bytes cannot be: it must be from 0 to {}",
                            stream.left()
                        ),
                    ));
                };
                match stream.take(size) {
                    Ok(range) => range,
                    Err(eof) => {
                        let start = eof.pos.min(stream.size());
                        let run = Run {
                            start,
                            end: stream.size(),
                            from: start,
                            to: stream.size(),
                        };
                        return Ok(Cut::Short(run, eof.fault(stream, place.attr.path.clone())));
                    }
                }
            }
        };
        let bytes = stream
            .bytes()
            .get(start as usize..end as usize)
            .unwrap_or_default();
        let len = content_len(bytes, extent) as u64;
        Ok(Cut::Whole(Run {
            start,
            end,
            from: start,
            to: start + len,
        }))
    }

    fn cut_at_terminator(&self, place: &Place<'_, 'a>, extent: &Extent) -> Cut {
        let stream = place.stream;
        stream.align();
        let start = stream.pos().min(stream.size());
        let rest = stream.bytes().get(start as usize..).unwrap_or_default();
        let terminator = extent.terminator.as_deref().unwrap_or_default();
        let buffer = &stream.0.buffer;
        let base = stream.0.base;
        let window = ((base + start) as usize, (base + stream.size()) as usize);
        let found = self.terminator((buffer.id(), buffer.as_slice()), window, terminator);
        if let Some(at) = found {
            let content = start + at as u64;
            let after = content + terminator.len() as u64;
            let end = if extent.consume { after } else { content };
            stream.seek(end);
            let to = if extent.include { after } else { content };
            return Cut::Whole(Run {
                start,
                end,
                from: start,
                to,
            });
        }
        let run = Run {
            start,
            end: stream.size(),
            from: start,
            to: stream.size(),
        };
        if extent.eos_error {
            let wanted: Vec<String> = terminator.iter().map(|b| format!("{b:02x}")).collect();
            let fault = Fault::new(
                FaultKind::NoTerminator,
                format!(
                    "no terminator {} in the {} bytes left before the end",
                    wanted.join(" "),
                    rest.len()
                ),
                Some(stream.0.base + start),
                place.attr.path.clone(),
            );
            return Cut::Short(run, fault);
        }
        stream.seek(stream.size());
        Cut::Whole(run)
    }

    /// Runs `process` over a run; gives what came out and what went wrong.
    pub(crate) fn process(
        &self,
        place: &Place<'_, 'a>,
        process: &'a Process,
        run: Run,
    ) -> Result<(Buffer<'a>, Option<Fault>), Fault> {
        let limit = self.limits().stream_bytes;
        if let Err(most) = self.may_decode() {
            let message = format!("decoded streams of more than {most} bytes, one after the other");
            return Err(self.too_much(place, &message, "--max-stream"));
        }
        let scope = place.scope();
        let cut = place.stream.cut(run.from, run.to);
        let all = cut.as_slice();
        // Of what is inflated only the result is limited.
        let most = match process {
            Process::Zlib => all.len(),
            _ => usize::try_from(limit).map_or(usize::MAX, |most| most.max(self.0.file.len())),
        };
        let mut bytes = all.get(..most).unwrap_or(all);
        let inflates = matches!(process, Process::Zlib);
        let wanted = if inflates { limit } else { bytes.len() as u64 };
        let (most_held, room) = self.room_for(wanted);
        if room < wanted && !inflates {
            bytes = &[];
        }
        let (via, result): (Arc<str>, Result<Decoded, CodecError>) = match process {
            Process::Zlib => ("zlib".into(), codec::zlib(bytes, limit.min(room))),
            Process::Base64 => ("base64".into(), codec::base64(bytes)),
            Process::Hex => ("hex".into(), codec::hex(bytes)),
            Process::Xor(key) => {
                let key = match self.eval(&scope, key)? {
                    Value::Bytes(key) => key.as_slice().to_vec(),
                    value => vec![self.byte_of(&value, place)?],
                };
                ("xor".into(), Ok(codec::xor(bytes, &key)))
            }
            Process::Rol(by) => {
                let by = self.eval_int(&scope, by, place.attr)?.rem_euclid(8);
                ("rol".into(), Ok(codec::rotate_left(bytes, by)))
            }
            Process::Ror(by) => {
                let by = self.eval_int(&scope, by, place.attr)?.rem_euclid(8);
                ("ror".into(), Ok(codec::rotate_left(bytes, -by)))
            }
            Process::Custom { name, args } => {
                let mut values = Vec::with_capacity(args.len());
                for arg in args {
                    values.push(self.eval(&scope, arg)?);
                }
                let result = match &self.0.options.process {
                    Some(hook) => hook(name, bytes, &values),
                    None => Err(format!(
                        "no routine for it; give one with --process {name}=COMMAND"
                    )),
                };
                (
                    name.clone(),
                    result.map(Decoded::from).map_err(CodecError::from_message),
                )
            }
        };
        let at_once = |partial: Vec<u8>| {
            let message = format!("{via}: decoded streams of more than {most_held} bytes at once");
            let fault = self.too_much(place, &message, "--max-memory");
            (Decoded::from(partial), Some(fault))
        };
        let (decoded, fault) = match result {
            Err(error) if error.is_limit() && room < limit => at_once(error.into_partial()),
            Ok(_) if room < wanted && !inflates => at_once(Vec::new()),
            Ok(decoded) if bytes.len() < all.len() => {
                let message = format!(
                    "{via}: the data are {} bytes long, more than {limit}",
                    all.len()
                );
                (
                    decoded,
                    Some(self.too_much(place, &message, "--max-stream")),
                )
            }
            Ok(decoded) => (decoded, None),
            Err(error) => {
                let (kind, more) = match error.is_limit() {
                    true => (FaultKind::LimitExceeded, "; --max-stream raises the limit"),
                    false => (FaultKind::ProcessFailed, ""),
                };
                let at = place.stream.0.base + run.from + error.at().unwrap_or(0);
                let message = format!("{via}: {}{more}", error.message());
                let fault = Fault::new(kind, message, Some(at), place.attr.path.clone());
                (Decoded::from(error.into_partial()), Some(fault))
            }
        };
        let source = place.stream.span(run.start, run.end);
        Ok((
            self.derive(
                decoded.bytes,
                &place.home(),
                Some(source),
                via,
                decoded.notes,
            ),
            fault,
        ))
    }

    fn too_much(&self, place: &Place<'_, 'a>, message: &str, option: &str) -> Fault {
        place.fault(
            FaultKind::LimitExceeded,
            format!("{message}; {option} raises the limit"),
        )
    }

    fn byte_of(&self, value: &Value<'a>, place: &Place<'_, 'a>) -> Result<u8, Fault> {
        value
            .as_int()
            .and_then(|n| u8::try_from(n).ok())
            .ok_or_else(|| {
                place.fault(
                    FaultKind::Expression,
                    format!("a key of one byte is 0 to 255, not {}", self.say(value)),
                )
            })
    }
}

/// How many bytes of a sized run are content.
pub(crate) fn content_len(bytes: &[u8], extent: &Extent) -> usize {
    let terminator = extent.terminator.as_deref();
    let mut len = bytes.len();
    if let Some(pad) = extent.pad_right
        && terminator.and_then(<[u8]>::last) != Some(&pad)
    {
        while len > 0 && bytes[len - 1] == pad {
            len -= 1;
        }
    }
    if let Some(terminator) = terminator
        && let Some(at) = leaf::find_terminator(&bytes[..len], terminator, terminator.len())
    {
        len = if extent.include {
            at + terminator.len()
        } else {
            at
        };
    }
    len
}
