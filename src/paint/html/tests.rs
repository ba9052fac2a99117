//! Tests of pages that are made of a few lines.

use super::*;
use crate::view::doc::Role;
use pretty_assertions::assert_eq;

const PAGE: Page<'static> = Page {
    title: "a<b",
    view: "Test",
    theme: None,
};

/// What is written between the beginning of the lines and their end.
fn body(make: impl FnOnce(&mut Html<&mut Vec<u8>>)) -> String {
    let mut out = Vec::new();
    let mut html = Box::new(Html::new(&mut out, &PAGE));
    make(&mut html);
    html.finish().unwrap();
    let text = String::from_utf8(out).unwrap();
    let (_, body) = text.split_once("aria-label=\"Test\">\n").unwrap();
    body.split_once("</div>\n</main>").unwrap().0.to_owned()
}

fn place<'p>(kind: PlaceKind, path: &'p str) -> Place<'p> {
    Place {
        kind,
        path,
        ty: "",
        doc: "",
        bytes: None,
        decoded: false,
        sample: &[],
    }
}

fn line(mark: Mark, text: &'static str) -> Line {
    let mut line = Line::new();
    line.set_mark(mark);
    line.push(Role::Text, text);
    line
}

#[test]
fn lines_of_a_field_are_one_element() {
    let found = body(|html| {
        let mark = html.place(&place(PlaceKind::Field, "a\"b"));
        let _ = html.line(&line(mark, "<1>"));
        let _ = html.line(&line(mark, ""));
        let _ = html.line(&line(Mark::NONE, "x"));
        let _ = html.line(&line(mark, "2"));
    });
    let expected = "<div class=\"u\" style=\"--n:4\" data-b=\"0\" data-r=\".0 !.1 1.1\" \
                    data-m=\"0 a&quot;b\t0\"><div id=\"p1\">&lt;1&gt;

</div><div>x</div><div>2</div></div>
";
    assert_eq!(found, expected);
}

#[test]
fn structures_go_on_in_the_next_part() {
    let found = body(|html| {
        let mark = html.place(&place(PlaceKind::Structure, "s"));
        let _ = html.line(&line(mark, "s"));
        html.open(mark);
        let inner = html.place(&place(PlaceKind::Field, "s.f"));
        for _ in 0..LINES {
            let _ = html.line(&line(inner, "f"));
        }
        html.close();
    });
    let group = "<div class=\"k\" data-g=\"1\">";
    assert_eq!(found.matches(group).count(), 2, "{found}");
    let (first, second) = found.split_once("</div>\n<div class=\"u\"").unwrap();
    assert!(
        first.contains("--n:64\" data-b=\"0\" data-r=\".0 .1\""),
        "{found}"
    );
    assert!(first.contains("data-m=\"0 s\t0\n1 .f\t1\">"), "{found}");
    assert!(
        second.starts_with(" style=\"--n:1\" data-b=\"2\" data-r=\"0.0\" data-m=\"\">"),
        "{found}"
    );
    assert_eq!(
        found.matches("<div").count(),
        found.matches("</div>").count()
    );
}

#[test]
fn structures_far_inside_are_not_nested_further() {
    let found = body(|html| {
        for _ in 0..1_000 {
            let mark = html.place(&place(PlaceKind::Structure, "s"));
            let _ = html.line(&line(mark, "s"));
            html.open(mark);
        }
        for _ in 0..1_000 {
            html.close();
        }
    });
    let parts = 1_000 / LINES + 1;
    assert!(found.matches("data-g").count() <= DEEPEST * (parts + 1));
    assert_eq!(
        found.matches("<div").count(),
        found.matches("</div>").count()
    );
}

#[test]
fn parts_of_a_line_are_told_apart() {
    let found = body(|html| {
        let mark = html.place(&place(PlaceKind::Field, "r"));
        let part = html.place(&place(PlaceKind::Part, "r.x"));
        let mut line = Line::new();
        line.set_mark(mark);
        line.set_part(part);
        line.byte(Role::Field(0), 4);
        line.set_part(Mark::NONE);
        line.spaces(2);
        line.set_part(part);
        line.push(Role::Number, "x=4");
        let _ = html.line(&line);
    });
    let expected = "<div class=\"u\" style=\"--n:1\" data-b=\"0\" data-r=\".0\" \
                    data-m=\"0 r\t0\n1 .x\t0\"><div id=\"p1\">04  x=4</div></div>\n";
    assert_eq!(found, expected);
}

#[test]
fn looks_and_kinds_are_said_once() {
    let mut out = Vec::new();
    let mut html = Box::new(Html::new(&mut out, &PAGE));
    for i in 0..3u64 {
        let mark = html.place(&Place {
            ty: "u1",
            doc: "A byte.",
            bytes: Some(i..i + 1),
            ..place(PlaceKind::Field, "r")
        });
        let _ = html.line(&line(mark, "text"));
    }
    html.finish().unwrap();
    let text = String::from_utf8(out).unwrap();
    assert!(text.contains("data-r=\".0 .0 .0\" data-m=\"0 r\t0\n1 \t0\t1\n1 \t0\t1\">"));
    assert!(text.contains("<div id=\"kinds\" hidden>1\t\t0\tu1</div>"));
    assert!(text.contains("<div id=\"looks\" hidden>4t</div>"));
}

#[test]
fn a_finding_has_a_name_where_it_is_told() {
    let found = body(|html| {
        for path in ["a", "b"] {
            let mark = html.place(&place(PlaceKind::Row, path));
            let _ = html.line(&line(mark, path));
            html.finding(mark, Severity::Error, path, "wrong");
        }
    });
    assert!(
        found.contains("<div>a</div><div><a id=\"p1\"></a>b</div></div>"),
        "{found}"
    );
    assert!(found.ends_with("</div>\n<a id=\"p2\"></a>"), "{found}");
}

#[test]
fn rows_of_numbers_are_listed_as_one_array() {
    let mut contents = Contents::default();
    let mut tell = |mark: u32, kind, path: &str| {
        contents.place(Mark(mark), &place(kind, path));
    };
    tell(1, PlaceKind::Field, "n");
    tell(2, PlaceKind::Field, "crcs[0]");
    tell(3, PlaceKind::Field, "crcs[1]");
    tell(4, PlaceKind::Part, "crcs[2]");
    tell(5, PlaceKind::Field, "crcs[3]");
    tell(6, PlaceKind::Field, "rooms[0]");
    tell(7, PlaceKind::Part, "rooms[0].x");
    tell(8, PlaceKind::Field, "rooms[1]");
    tell(9, PlaceKind::Field, "ids[0]");
    tell(10, PlaceKind::Part, "ids[1]");
    tell(11, PlaceKind::Field, "ids[2]");
    let listed: Vec<bool> = (1..=11).map(|mark| contents.shown(Mark(mark), 0)).collect();
    let expected = [1, 2, 6, 8, 9].map(|it| it - 1);
    assert_eq!(
        listed
            .iter()
            .enumerate()
            .filter(|(_, it)| **it)
            .map(|(at, _)| at)
            .collect::<Vec<_>>(),
        expected
    );
    let mut out = Vec::new();
    contents.write(&mut out);
    let text = String::from_utf8(out).unwrap();
    let names: Vec<&str> = text
        .split("\">")
        .filter_map(|it| it.split_once("</a>").map(|it| it.0))
        .collect();
    assert_eq!(names, ["n", "crcs", "rooms[0]", "rooms[1]", "ids"]);
}

#[test]
fn memory_does_not_grow_with_the_lines() {
    let mut html = Html::new(io::sink(), &PAGE);
    for _ in 0..50_000 {
        let mark = html.place(&place(PlaceKind::Structure, "some.path[7]"));
        let _ = html.line(&line(mark, "text"));
        html.finding(mark, Severity::Error, "some.path[7]", "wrong");
    }
    assert!(html.part.capacity() < 64 << 10, "{}", html.part.capacity());
    assert!(html.new.len() <= NEW && html.unnamed.len() <= 1);
    let lists = html.contents.len();
    assert!(lists < 6_000, "{lists}");
}

#[test]
fn a_closed_pipe_stops_the_view() {
    struct Closed;
    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut html = Box::new(Html::new(Closed, &PAGE));
    assert!(html.line(&Line::new()).is_break());
    assert_eq!(html.finish().unwrap_err().kind(), io::ErrorKind::BrokenPipe);
}

#[test]
fn style_and_script_end_where_they_should() {
    for text in [STYLE, SCRIPT[0], SCRIPT[1]] {
        assert!(!text.contains("</"));
        assert!(text.is_ascii());
    }
}
