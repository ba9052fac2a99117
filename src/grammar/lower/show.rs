//! Schemas and expressions as short text, for tests.

use crate::grammar::expr::infix;
use crate::schema::{
    Attr, DataType, EndianRule, Expr, ExprKind, Extent, MessagePart, ParentSpec, Process, Repeat,
    Schema, Size, Ty, TypeDef, UnOp, ValidRule,
};

pub(crate) fn ty(schema: &Schema, ty: &Ty) -> String {
    match ty {
        Ty::Enum(id) => format!("enum {}", schema.enumeration(*id).name),
        Ty::Array(of) => format!("[{}]", self::ty(schema, of)),
        Ty::User(id) => schema.ty(*id).name.to_string(),
        other => format!("{other:?}").to_lowercase(),
    }
}

pub(crate) fn exprs(schema: &Schema, list: &[Expr]) -> String {
    let list: Vec<String> = list.iter().map(|e| expr(schema, e)).collect();
    list.join(", ")
}

pub(crate) fn expr(schema: &Schema, e: &Expr) -> String {
    let show = |e: &Expr| expr(schema, e);
    match &e.kind {
        ExprKind::Int(n) => n.to_string(),
        ExprKind::Float(n) => format!("{n:?}"),
        ExprKind::Bool(b) => b.to_string(),
        ExprKind::Str(text) => format!("{text:?}"),
        ExprKind::Bytes(bytes) => format!("<{}>", hex(bytes)),
        ExprKind::Enum(id, value) => format!("{}::{value}", schema.enumeration(*id).name),
        ExprKind::Array(list) => format!("[{}]", exprs(schema, list)),
        ExprKind::ByteArray(list) => format!("<{}>", exprs(schema, list)),
        ExprKind::Range(a, b) => format!("[{}..{}]", show(a), show(b)),
        ExprKind::This => "this".to_owned(),
        ExprKind::Item => "_".to_owned(),
        ExprKind::Index => "_index".to_owned(),
        ExprKind::Member { of, name, slot } => {
            let unknown = if slot.is_none() { "?" } else { "" };
            match of.kind {
                ExprKind::This => format!("{unknown}{name}"),
                _ => format!("{}.{unknown}{name}", show(of)),
            }
        }
        ExprKind::Special(of, special) => {
            format!("{}._{}", show(of), format!("{special:?}").to_lowercase())
        }
        ExprKind::Unary(UnOp::Neg, a) => format!("(-{})", show(a)),
        ExprKind::Unary(UnOp::Invert, a) => format!("(~{})", show(a)),
        ExprKind::Unary(UnOp::Not, a) => format!("(not {})", show(a)),
        ExprKind::Binary(op, a, b) => format!("({} {} {})", show(a), infix(*op), show(b)),
        ExprKind::And(a, b) => format!("({} and {})", show(a), show(b)),
        ExprKind::Or(a, b) => format!("({} or {})", show(a), show(b)),
        ExprKind::Ternary(c, a, b) => format!("({} ? {} : {})", show(c), show(a), show(b)),
        ExprKind::Subscript(a, i) => format!("{}[{}]", show(a), show(i)),
        ExprKind::Slice(of, a, b) => format!("{}[{}..{}]", show(of), show(a), show(b)),
        ExprKind::Method { of, method, args } => {
            format!("{}.{method:?}({})", show(of), exprs(schema, args))
        }
        ExprKind::Cast(of, to) => format!("{}.as<{}>", show(of), ty(schema, to)),
        ExprKind::Format(parts) => format!("f{}", message(schema, parts)),
    }
}

pub(crate) fn message(schema: &Schema, parts: &[MessagePart]) -> String {
    let part = |part: &MessagePart| match part {
        MessagePart::Text(text) => text.to_string(),
        MessagePart::Expr { expr: e, format } if format.is_empty() => {
            format!("{{{}}}", expr(schema, e))
        }
        MessagePart::Expr { expr: e, format } => format!("{{{}:{format}}}", expr(schema, e)),
    };
    format!("\"{}\"", parts.iter().map(part).collect::<String>())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn extent(schema: &Schema, extent: &Extent) -> String {
    let mut text = match &extent.size {
        Size::None => String::new(),
        Size::Expr(size) => format!(" size={}", expr(schema, size)),
        Size::Eos => " size=eos".to_owned(),
    };
    if let Some(terminator) = &extent.terminator {
        text += &format!(" until={}", hex(terminator));
    }
    for (name, set) in [
        ("include", extent.include),
        ("keep", !extent.consume),
        ("eos-ok", !extent.eos_error),
    ] {
        if set {
            text += &format!(" {name}");
        }
    }
    if let Some(pad) = extent.pad_right {
        text += &format!(" pad={pad:02x}");
    }
    match &extent.process {
        None => {}
        Some(Process::Xor(key)) => text += &format!(" xor({})", expr(schema, key)),
        Some(Process::Rol(bits)) => text += &format!(" rol({})", expr(schema, bits)),
        Some(Process::Ror(bits)) => text += &format!(" ror({})", expr(schema, bits)),
        Some(Process::Custom { name, args }) => {
            text += &format!(" {name}({})", exprs(schema, args))
        }
        Some(plain) => text += &format!(" {}", format!("{plain:?}").to_lowercase()),
    }
    text
}

fn data(schema: &Schema, data: &DataType) -> String {
    let order =
        |endian: &Option<_>| endian.map_or(String::new(), |e| format!("{e:?}").to_lowercase());
    match data {
        DataType::Int {
            signed,
            width,
            endian,
            ..
        } => {
            format!(
                "{}{width}{}",
                if *signed { 's' } else { 'u' },
                order(endian)
            )
        }
        DataType::Float { width, endian } => format!("f{width}{}", order(endian)),
        DataType::Bits {
            width,
            endian,
            boolean,
            ..
        } => {
            format!(
                "b{width}{}{}",
                order(&Some(*endian)),
                if *boolean { " boolean" } else { "" }
            )
        }
        DataType::Bytes(e) => format!("bytes{}", extent(schema, e)),
        DataType::Str {
            extent: e,
            encoding,
        } => format!("str({}){}", encoding.name(), extent(schema, e)),
        DataType::User {
            ty,
            args,
            parent,
            extent: e,
        } => {
            let parent = match parent {
                ParentSpec::Reader => String::new(),
                ParentSpec::None => " parent=none".to_owned(),
                ParentSpec::Expr(parent) => format!(" parent={}", expr(schema, parent)),
            };
            let sub = e
                .as_ref()
                .map_or(String::new(), |e| format!(" sub{}", extent(schema, e)));
            format!(
                "{}({}){parent}{sub}",
                schema.ty(*ty).name,
                exprs(schema, args)
            )
        }
        DataType::Switch {
            on,
            cases,
            fallback,
        } => {
            let mut text = format!("switch {} {{", expr(schema, on));
            for case in cases {
                let when = case
                    .when
                    .as_ref()
                    .map_or("_".to_owned(), |when| expr(schema, when));
                text += &format!(" {when} => {};", self::data(schema, &case.data));
            }
            let rest = fallback.as_ref().map_or(String::new(), |rest| {
                format!(" else {}", self::data(schema, rest))
            });
            format!("{text} }}{rest}")
        }
        DataType::Computed => "computed".to_owned(),
    }
}

pub(crate) fn attr(schema: &Schema, a: &Attr) -> String {
    let mut text = format!("{}: {}", a.id, data(schema, &a.data));
    match &a.repeat {
        Repeat::Once => {}
        Repeat::Eos => text += " repeat=eos",
        Repeat::Count(count) => text += &format!(" repeat={}", expr(schema, count)),
        Repeat::Until(until) => text += &format!(" until {}", expr(schema, until)),
    }
    if let Some(cond) = &a.cond {
        text += &format!(" if {}", expr(schema, cond));
    }
    for valid in &a.valid {
        text += &match &valid.rule {
            ValidRule::Eq(e) => format!(" valid == {}", expr(schema, e)),
            ValidRule::Min(e) => format!(" valid >= {}", expr(schema, e)),
            ValidRule::Max(e) => format!(" valid <= {}", expr(schema, e)),
            ValidRule::AnyOf(list) => format!(" valid in [{}]", exprs(schema, list)),
            ValidRule::Expr(e) => format!(" valid {}", expr(schema, e)),
            ValidRule::InEnum => " valid in enum".to_owned(),
        };
    }
    format!("{text} : {}", ty(schema, &a.ty))
}

pub(crate) fn type_def(schema: &Schema, def: &TypeDef) -> String {
    let mut text = format!("{}", def.qualified);
    match &def.endian {
        EndianRule::None => {}
        EndianRule::Fixed(endian) => text += &format!(" {}", format!("{endian:?}").to_lowercase()),
        EndianRule::Inherited => text += " inherited",
        EndianRule::Switch { on, cases } => {
            text += &format!(" switch {}", expr(schema, on));
            for (when, endian) in cases {
                let when = when
                    .as_ref()
                    .map_or("_".to_owned(), |when| expr(schema, when));
                text += &format!(" {when}=>{}", format!("{endian:?}").to_lowercase());
            }
        }
    }
    if let Some(layout) = &def.layout {
        text += &format!(" fixed {} {:?}", layout.size, layout.fields);
    }
    if def.has_positioned {
        text += " positioned";
    }
    text.push('\n');
    for param in &def.params {
        text += &format!("  param {} : {}\n", param.id, ty(schema, &param.ty));
    }
    for field in &def.seq {
        text += &format!("  {}\n", attr(schema, field));
    }
    for instance in &def.instances {
        text += "  ";
        if let Some(value) = &instance.value {
            text += &format!("= {} ", expr(schema, value));
        }
        if let Some(pos) = &instance.pos {
            text += &format!("@ {} ", expr(schema, pos));
        }
        if let Some(io) = &instance.io {
            text += &format!("io {} ", expr(schema, io));
        }
        text += &format!("{}\n", attr(schema, &instance.attr));
    }
    if let Some(parts) = &def.to_string {
        text += &format!("  shown {}\n", message(schema, parts));
    }
    for check in &def.checks {
        text += &format!(
            "  check {} else {}",
            expr(schema, &check.that),
            message(schema, &check.message)
        );
        text += &check
            .at
            .as_ref()
            .map_or(String::new(), |at| format!(" at {}", expr(schema, at)));
        text.push('\n');
    }
    text
}

pub(crate) fn schema(schema: &Schema) -> String {
    schema
        .types
        .iter()
        .map(|def| type_def(schema, def))
        .collect()
}
