//! A page about `stress`: findings by source line, runs that did not return, and every other mutant.

use super::pieces::{self, code, table};
use super::{PageFrame, PagePart, cover, tiles};
use crate::stress::{end, returned};
use crate::{escape, words};
use maud::{Markup, Render, html};
use suite::cover::CoverFinding;
use suite::stress::{Death, Severity, StressCounts, StressMutant, StressReport};

/// The page as HTML. It is the same for the same data.
pub fn stress_page(report: &StressReport) -> String {
    let part = |id, short, title, body| PagePart { id, short, title, body };
    let parts = vec![
        part("summary", "Summary", "Summary", summary(&report.summary)),
        part("findings", "Findings", "Findings, worst line first", findings(report)),
        part(
            "further",
            "Further inputs",
            "Further inputs of the domain",
            cover::further(report.further.as_ref()),
        ),
        part("endings", "Endings", "Runs that did not return", endings(report)),
        part("mutants", "Mutants", "All mutants", mutants(report)),
        part("origin", "Origin", "How it was made", origin(report)),
    ];
    let headline = html! {
        h1 id="top" { (report.function) }
        p class="lead" { "Where the arithmetic of " (code(&report.file)) " leaves the ideal machine." } "\n"
    };
    let frame = PageFrame {
        title: &format!("stress of {}", report.function),
        name: &report.function,
        index: None,
        tool: &report.tool,
    };
    frame.around(&headline, parts)
}

fn summary(counts: &StressCounts) -> Markup {
    let tile = |class: &str, n: u64, sign: &str, label: &str, note: &str| {
        let number = words::grouped(n as usize);
        tiles::tile(&tiles::quiet(class, n), number, pieces::signed(sign, label), note)
    };
    let wrong = "returned, and not what the reference says";
    let findings = html! {
        (tile("ko", counts.findings, "✗", "findings", "an input makes the machine bite"))
        (tile("ko", counts.wrong, "✗", "wrong values", wrong))
        (tile("ko", counts.endings, "✗", "endings", "kinds of runs that did not return"))
    };
    let total = words::grouped(counts.total as usize);
    let mutants = html! {
        (tiles::tile("made", total, "mutants", "operations that were watched"))
        (tile("killed", counts.killed, "†", "killed", "an input kills it"))
        (tile("equivalent", counts.equivalent, "≡", "harmless", "proved that none can"))
        (tile("undecided", counts.undecided, "?", "undecided", "neither"))
    };
    html! { (tiles::row(&findings)) (tiles::row(&mutants)) }
}

fn findings(report: &StressReport) -> Markup {
    html! {
        @for line in report.lines() {
            h3 { code { (line[0].file) ":" (line[0].line) } }
            pre { (code(&line[0].text)) }
            div class="cards" {
                @for mutant in &line {
                    @if let Some(death) = mutant.death() { (card(mutant, death)) }
                }
            }
        }
    }
}

fn card(mutant: &StressMutant, death: &Death) -> Markup {
    let (class, sign, word) = severity(mutant.severity());
    let id = format!("m-{}", escape::anchor(&mutant.id));
    let rows = [
        ("Dies when", mutant.condition.render()),
        ("There", code(&death.evidence)),
        ("Returned", returned(death).render()),
        ("Why", mutant.why.render()),
    ];
    html! {
        article class={ "card " (class) } id=(id) {
            h3 {
                a href={ "#" (id) } { (mutant.id) } " "
                small { "column " (mutant.column) ", " (mutant.kind) " " (mutant.operation) }
                (pieces::coloured(class, sign, word))
            }
            (inputs(death))
            (tiles::definitions(&rows))
        }
    }
}

/// How bad it is: a class of the style, a sign and a word.
fn severity(severity: Severity) -> (&'static str, &'static str, &'static str) {
    match severity {
        Severity::WrongValue => ("ko", "✗", "wrong value"),
        Severity::NoReturn => ("ko", "✗", "does not return"),
        Severity::Undefined => ("uncertain", "!", "undefined behaviour"),
        Severity::Suspect | Severity::None => ("uncertain", "!", "suspect"),
    }
}

fn inputs(death: &Death) -> Markup {
    html! {
        table class="inputs" {
            tbody {
                @for value in &death.input {
                    tr { th { (value.name) } td { (value.decimal) } td class="hex" { (value.hex) } } "\n"
                }
            }
        }
    }
}

fn endings(report: &StressReport) -> Markup {
    let row = |ending: &CoverFinding| {
        html! { tr { td class="ko" { (ending.what) } td { (code(&words::values(&ending.values))) } } "\n" }
    };
    let rows: Vec<Markup> = report.endings.iter().map(row).collect();
    table("endings", &["what it did", "input"], &rows)
}

fn mutants(report: &StressReport) -> Markup {
    let rows: Vec<Markup> = report.mutants.iter().map(mutant_row).collect();
    table(
        "all",
        &["mutant", "place", "end", "dies when, and what is known"],
        &rows,
    )
}

fn mutant_row(mutant: &StressMutant) -> Markup {
    let (word, why) = end(mutant);
    let class = words::status(mutant.fate.status()).word;
    html! {
        tr class=(class) {
            th {
                @if mutant.finding {
                    a href={ "#m-" (escape::anchor(&mutant.id)) } { (mutant.id) }
                } @else {
                    (mutant.id)
                }
            }
            td { (mutant.line) ":" (mutant.column) }
            td { (word) }
            td { (mutant.condition) " " small { (why) } }
        } "\n"
    }
}

fn origin(report: &StressReport) -> Markup {
    let mut rows = vec![
        ("Tool", report.tool.render()),
        ("Command", code(&report.command)),
        ("Seed", report.seed.render()),
        ("Calls", words::grouped(report.calls as usize).render()),
    ];
    if let Some(reference) = &report.reference {
        rows.push(("Reference", code(&reference.name)));
        rows.push(("Rule", reference.rule.render()));
    }
    html! { (tiles::definitions(&rows)) (meanings()) }
}

fn meanings() -> Markup {
    html! {
        h3 { "What the words mean" }
        p {
            b { "Killed" } ": on the input that is named, the condition was true at that operation; run it and see. "
            b { "Harmless" } ": proved that the condition is never true for inputs as declared. "
            b { "Undecided" } ": neither; it is never counted as either. "
            "A finding says that the machine leaves the ideal there, not that what is returned is wrong, "
            "unless a reference says so."
        }
    }
}
