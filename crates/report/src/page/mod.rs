//! A page about one suite: one HTML file that needs no network and, except for filters, no scripts.

mod accuracy;
mod cards;
mod cover;
mod cover_index;
mod heat;
mod hunt;
mod index;
mod learn;
mod line;
mod matrix;
mod mutants;
mod numberline;
mod operators;
mod origin;
mod pieces;
mod plot;
mod source;
mod stress;
mod surface;
mod tiles;
mod trace;

pub use accuracy::accuracy_page;
pub use cover::cover_page;
pub use cover_index::{CoverEntry, cover_index};
pub use hunt::hunt_page;
pub use index::{Index, IndexEntry, index};
pub use learn::learn_page;
pub use stress::stress_page;
pub use suite::Plot;

use crate::escape;
use maud::{Markup, html};
use std::collections::HashMap;
use suite::{CheckReport, Suite, TestResult, Verdict};

/// What a page is about.
#[derive(Clone, Copy, Debug)]
pub struct Page<'a> {
    /// The suite.
    pub suite: &'a Suite,
    /// What a subject did with its tests, if one was tried.
    pub check: Option<&'a CheckReport>,
    /// Values of the formula to draw, if it has one or two arguments.
    pub plot: Option<&'a Plot>,
    /// Path from this page to the one that lists all specifications, if this is one of several.
    pub index: Option<&'a str>,
}

/// The page as HTML. It is the same for the same data.
pub fn page(page: &Page) -> String {
    let name = &page.suite.spec.name;
    let view = View::new(page);
    let frame = PageFrame {
        title: name,
        name,
        index: page.index,
        tool: &page.suite.tool,
    };
    frame.around(&origin::headline(&view), parts(&view))
}

/// What stands around the contents of a page.
struct PageFrame<'a> {
    /// In the window's title.
    title: &'a str,
    /// In the bar at the top.
    name: &'a str,
    /// Path to the page that lists this one and others.
    index: Option<&'a str>,
    tool: &'a str,
}

impl<'a> PageFrame<'a> {
    /// Of a page that stands alone.
    fn alone(name: &'a str, tool: &'a str) -> PageFrame<'a> {
        PageFrame {
            title: name,
            name,
            index: None,
            tool,
        }
    }

    /// The whole page. Parts without contents are left out.
    fn around(&self, headline: &Markup, mut parts: Vec<PagePart>) -> String {
        parts.retain(|part| !part.body.0.is_empty());
        let names = parts.iter().map(|part| (part.id, part.short));
        let contents = html! {
            (pieces::bar(self.name, self.index, names))
            main {
                (headline)
                @for part in &parts { (part.html()) }
            }
        };
        pieces::document(self.title, self.tool, &contents)
    }
}

/// A part of the page, with an anchor.
struct PagePart {
    id: &'static str,
    /// Its name in the bar at the top.
    short: &'static str,
    title: &'static str,
    body: Markup,
}

impl PagePart {
    fn html(&self) -> Markup {
        let PagePart { id, title, body, .. } = self;
        html! {
            section id=(id) { h2 { a href={ "#" (id) } { (title) } } (body) } "\n"
        }
    }
}

fn parts(view: &View) -> Vec<PagePart> {
    let part = |id, short, title, body| PagePart { id, short, title, body };
    vec![
        part("summary", "Summary", "Summary", tiles::tiles(view)),
        part(
            "operators",
            "Operators",
            "Mutants by operator",
            operators::table(view.suite),
        ),
        part("picture", "Picture", "The function and its tests", plot::picture(view)),
        part(
            "matrix",
            "Matrix",
            "Which test kills which mutant",
            matrix::matrix(view.suite),
        ),
        part(
            "trace",
            "Trace",
            "From requirement to verdict and back",
            trace::trace(view),
        ),
        part("hunt", "Hunt", "The largest errors that were found", hunted(view)),
        part("tests", "Tests", "Tests", cards::cards(view)),
        part("mutants", "Mutants", "Mutants", mutants::list(view)),
        part("origin", "Origin", "How it was made", origin::origin(view)),
    ]
}

/// The hunt that came after the tests, if there was one.
fn hunted(view: &View) -> Markup {
    let hunt = view.check.and_then(|check| check.hunt.as_deref());
    hunt.map_or_else(Markup::default, hunt::section)
}

/// What all parts look at: the page, with results found by the id of their test.
struct View<'a> {
    suite: &'a Suite,
    check: Option<&'a CheckReport>,
    plot: Option<&'a Plot>,
    results: HashMap<&'a str, &'a TestResult>,
}

impl<'a> View<'a> {
    fn new(page: &Page<'a>) -> View<'a> {
        let results = page.check.iter().flat_map(|check| &check.results);
        View {
            suite: page.suite,
            check: page.check,
            plot: page.plot,
            results: results.map(|result| (result.test.as_str(), result)).collect(),
        }
    }

    /// What the subject did on a test.
    fn result(&self, test: &str) -> Option<&'a TestResult> {
        self.results.get(test).copied()
    }

    fn verdict(&self, test: &str) -> Option<Verdict> {
        self.result(test).map(|result| result.verdict)
    }
}

/// The id of a test's card.
fn test_anchor(id: &str) -> String {
    format!("t-{}", escape::anchor(id))
}

/// A link to a test's card.
fn test_link(id: &str) -> Markup {
    html! { a href={ "#" (test_anchor(id)) } { (id) } }
}
