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
    let expected = "<div class=\"u\" style=\"--n:4\">
<div id=\"p1\" class=\"i\" data-p=\"a&quot;b\" role=\"treeitem\" aria-level=\"1\" tabindex=\"-1\">\
<span class=\"t\">&lt;1&gt;</span>

</div>
<div class=\"l\"><span class=\"t\">x</span></div>
<div id=\"p1.1\" class=\"i\"><span class=\"t\">2</span></div>
</div>
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
    let group = "<div class=\"k\" role=\"group\" data-g=\"p1\">\n";
    assert_eq!(found.matches(group).count(), 2, "{found}");
    assert_eq!(found.matches("style=\"--n:64\"").count(), 1, "{found}");
    assert!(
        found.contains("<div class=\"u\" style=\"--n:1\">\n"),
        "{found}"
    );
    assert!(found.contains("<div id=\"p2.1\" class=\"i\">"), "{found}");
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
    let expected = "<span id=\"p2\" class=\"m\" data-p=\"r.x\"><span class=\"f0\">04</span></span>  \
                    <span id=\"p2.1\" class=\"m\"><span class=\"n\">x=4</span></span></div>\n";
    let (_, row) = found.split_once("tabindex=\"-1\">").unwrap();
    assert_eq!(row, format!("{expected}</div>\n"));
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
    assert!(html.new.len() <= NEW && html.recent.len() <= RECENT);
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
    for text in [STYLE, SCRIPT] {
        assert!(!text.contains("</"));
        assert!(text.is_ascii());
    }
}
