//! A page about what `cover` found: the source with its branches in the margin, inputs, and sides that none covers.

use super::pieces::{self, code};
use super::{PageFrame, PagePart, source, tiles};
use crate::listing::listings;
use crate::words;
use maud::{Markup, Render, html};
use suite::cover::{
    BranchRecord, CoverFinding, CoverInput, CoverReport, FurtherJudged, GcovCheck, SideRecord, SpecJudgement,
};

/// The page as HTML. It is the same for the same data. `sources` are the texts of the files, by name; `index` is the
/// path from this page to the one that lists others.
pub fn cover_page(report: &CoverReport, sources: &[(String, String)], index: Option<&str>) -> String {
    let frame = PageFrame {
        title: &report.function,
        name: &report.function,
        index,
        tool: &report.tool,
    };
    frame.around(&headline(report), parts(report, sources))
}

fn parts(report: &CoverReport, sources: &[(String, String)]) -> Vec<PagePart> {
    let part = |id, short, title, body| PagePart { id, short, title, body };
    vec![
        part("summary", "Summary", "Summary", summary(report)),
        part("source", "Source", "Branches in the source", listed(report, sources)),
        part("inputs", "Inputs", "Inputs", inputs(report)),
        part(
            "further",
            "Further inputs",
            "Further inputs of the domain",
            further(report.further.as_ref()),
        ),
        part("open", "Not covered", "Sides that no input takes", open(report)),
        part(
            "findings",
            "Findings",
            "Runs that did not return",
            findings(&report.findings),
        ),
        part(
            "gcov",
            "gcov",
            "A second opinion",
            report.gcov.as_ref().map_or_else(Markup::default, gcov),
        ),
        part("origin", "Origin", "How it was made", origin(report)),
    ]
}

fn listed(report: &CoverReport, sources: &[(String, String)]) -> Markup {
    html! {
        (source::legend())
        @for listing in &listings(report, sources) { (source::listing(report, listing)) }
    }
}

fn headline(report: &CoverReport) -> Markup {
    let rest = match report.summary.unreached {
        0 => "Every side of every branch is covered or proved infeasible.".into(),
        1 => "One side is unreached: whether an input takes it is not known.".into(),
        n => format!("{n} sides are unreached: whether inputs take them is not known."),
    };
    let parameters = report.signature.iter().flat_map(|s| &s.parameters);
    let names: Vec<&str> = parameters.map(|p| p.name.as_str()).collect();
    html! {
        h1 id="top" { (report.function) span class="arguments" { "(" (names.join(", ")) ")" } }
        p class="lead" { (code(&report.file)) ". " (rest) } "\n"
    }
}

fn summary(report: &CoverReport) -> Markup {
    let counts = report.summary;
    let all = "of branches: a comparison is false, or true";
    let sides = html! {
        (tiles::tile("sides", counts.total, "sides", all))
        (tiles::counted("covered", "✓", counts.covered, "an input takes it"))
        (tiles::counted("infeasible", "∅", counts.infeasible, "proved that none can"))
        (tiles::counted("unreached", "✗", counts.unreached, "neither is known"))
        (tiles::tile("inputs", report.inputs.len(), "inputs", "none is superfluous"))
    };
    html! {
        (tiles::row(&sides))
        @if let Some(counts) = report.verdicts() { (tiles::row(&tiles::verdicts(&counts))) }
    }
}

fn inputs(report: &CoverReport) -> Markup {
    if report.inputs.is_empty() {
        return Markup::default();
    }
    let is_judged = report.spec.is_some();
    html! {
        @if !is_judged {
            p { "What was " b { "observed" } " is what the code computed, not what would be right." }
        }
        div class="scroll" {
            table class="covers" {
                thead {
                    tr {
                        th { "id" } th { "input" } th { "observed" }
                        @if is_judged { th { "verdict" } }
                        th class="n" { "sides" }
                    }
                }
                tbody { @for input in &report.inputs { (input_row(input, is_judged)) } }
            }
        }
    }
}

/// Verdicts at further inputs, and the wrong outputs among them.
pub(crate) fn further(further: Option<&FurtherJudged>) -> Markup {
    let Some(further) = further.filter(|further| further.summary.total > 0) else {
        return Markup::default();
    };
    html! {
        p { "Further inputs of the domain that take the same sides were judged, since one input says little about a side." }
        (tiles::row(&tiles::verdicts(&further.summary)))
        @if !further.failing.is_empty() {
            div class="scroll" {
                table class="covers" {
                    thead { tr { th { "id" } th { "input" } th { "observed" } th { "verdict" } th class="n" { "sides" } } }
                    tbody { @for failure in &further.failing { (input_row(&failure.input, true)) } }
                }
            }
            @for failure in &further.failing { p { (failure.input.id) ": " (code(&failure.again)) } }
        }
    }
}

fn input_row(input: &CoverInput, is_judged: bool) -> Markup {
    html! {
        tr id=(source::input_anchor(&input.id)) {
            th { (input.id) }
            td { (code(&words::values(&input.values))) }
            td { (code(&words::outcome(input))) }
            @if is_judged {
                td { @if let Some(judgement) = &input.judged { (judged(judgement)) } }
            }
            td class="n" { (input.covers.len()) }
        }
    }
}

fn judged(judged: &SpecJudgement) -> Markup {
    html! { (pieces::verdict_or_dash(judged.verdict)) " " small { (judged.reason) } }
}

fn open(report: &CoverReport) -> Markup {
    let rows: Vec<Markup> = report.branches.iter().flat_map(open_rows).collect();
    let heading = [
        "line",
        "comparison",
        "is never",
        "verdict",
        "proof, or how near a run came",
    ];
    pieces::table("covers", &heading, &rows)
}

fn open_rows(branch: &BranchRecord) -> Vec<Markup> {
    let sides = [(false, &branch.when_false), (true, &branch.when_true)];
    let open = sides.into_iter().filter(|(_, side)| words::open_side(side).is_some());
    open.map(|(truth, side)| open_row(branch, truth, side)).collect()
}

fn open_row(branch: &BranchRecord, truth: bool, side: &SideRecord) -> Markup {
    let line = source::line_anchor(&branch.file, branch.line);
    html! {
        tr id=(source::side_anchor(branch.id, truth)) {
            th { a href={ "#" (line) } { (branch.line) ":" (branch.column) } }
            td { (code(&branch.condition)) }
            td { (truth.to_string()) }
            td { (pieces::badge(words::side(side))) }
            td { (words::why_open(side)) }
        }
    }
}

fn findings(findings: &[CoverFinding]) -> Markup {
    if findings.is_empty() {
        return Markup::default();
    }
    html! {
        ul {
            @for finding in findings {
                li { (pieces::coloured("ko", "!", &finding.what)) " on " (code(&words::values(&finding.values))) }
            }
        }
    }
}

fn gcov(check: &GcovCheck) -> Markup {
    html! {
        p {
            "The inputs were replayed on a build by gcc: gcov counts " (check.taken) " of " (check.branches)
            " branches as taken, and by our count made in its way "
            (check.our_taken) " of " (check.our_branches) " are."
        }
        ul {
            @for line in &check.differences {
                li { "line " (line.line) ": gcov saw " (line.gcov) " taken, we " (line.ours) }
            }
        }
    }
}

fn origin(report: &CoverReport) -> Markup {
    let mut rows = vec![
        ("Tool", report.tool.render()),
        ("Command", code(&report.command)),
        ("Seed", report.seed.render()),
        ("Calls", words::grouped(report.calls as usize).render()),
    ];
    for source in &report.sources {
        let value = html! { (code(&source.sha256)) br; small { (source.file) } };
        rows.push(("SHA-256", value));
    }
    html! {
        (tiles::definitions(&rows))
        @if let Some(spec) = &report.spec {
            h3 { "Specification" }
            pre { (spec.fpcore) }
        }
        (meanings())
    }
}

fn meanings() -> Markup {
    html! {
        h3 { "What the words mean" }
        p {
            "A branch has two sides: its comparison, as the compiler made it, is false or true. "
            b { "Covered" } ": the input that is named takes this side. "
            b { "Infeasible" } ": proved that no input takes it. "
            b { "Unreached" } ": neither, and no claim at all; a longer search or another seed may reach it. "
            "How near a run came is measured in units in the last place or in steps of integers; "
            "a small distance is no proof that the side can be reached, and a great one is no proof that it cannot. "
            "Code whose branches are all covered may still be wrong."
        }
    }
}
