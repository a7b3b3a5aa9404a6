//! A page about `stress`: findings by source line, runs that did not return, and every other mutant.

use super::html::table;
use super::{PageFrame, PagePart, tiles};
use crate::stress::{end, returned};
use crate::{escape, words};
use suite::stress::{Death, Severity, StressCounts, StressMutant, StressReport, StressValue};

/// The page as HTML. It is the same for the same data.
pub fn stress_page(report: &StressReport) -> String {
    let part = |id, short, title, body| PagePart { id, short, title, body };
    let parts = vec![
        part("summary", "Summary", "Summary", summary(&report.summary)),
        part("findings", "Findings", "Findings, worst line first", findings(report)),
        part("endings", "Endings", "Runs that did not return", endings(report)),
        part("mutants", "Mutants", "All mutants", mutants(report)),
        part("origin", "Origin", "How it was made", origin(report)),
    ];
    let headline = format!(
        "<h1 id=\"top\">{}</h1><p class=\"lead\">Where the arithmetic of <code>{}</code> leaves the ideal machine.</p>\n",
        escape::html(&report.function),
        escape::html(&report.file)
    );
    let frame = PageFrame {
        title: &format!("stress of {}", report.function),
        name: &report.function,
        index: None,
        tool: &report.tool,
    };
    frame.around(&headline, parts)
}

fn summary(counts: &StressCounts) -> String {
    let tile = |class: &str, n: u64, label: &str, note: &str| {
        let class = if n == 0 { format!("{class} zero") } else { class.into() };
        tiles::tile(&class, words::grouped(n as usize), label, note)
    };
    let findings = [
        tile(
            "ko",
            counts.findings,
            "<i>✗</i> findings",
            "an input makes the machine bite",
        ),
        tile(
            "ko",
            counts.wrong,
            "<i>✗</i> wrong values",
            "returned, and not what the reference says",
        ),
        tile(
            "ko",
            counts.endings,
            "<i>✗</i> endings",
            "kinds of runs that did not return",
        ),
    ];
    let mutants = [
        tiles::tile(
            "made",
            words::grouped(counts.total as usize),
            "mutants",
            "operations that were watched",
        ),
        tile("killed", counts.killed, "<i>†</i> killed", "an input kills it"),
        tile(
            "equivalent",
            counts.equivalent,
            "<i>≡</i> harmless",
            "proved that none can",
        ),
        tile("undecided", counts.undecided, "<i>?</i> undecided", "neither"),
    ];
    tiles::rows(&[findings.concat(), mutants.concat()])
}

fn findings(report: &StressReport) -> String {
    let mut out = String::new();
    for line in report.lines() {
        let first = line[0];
        out += &format!(
            "<h3><code>{}:{}</code></h3><pre><code>{}</code></pre><div class=\"cards\">",
            escape::html(&first.file),
            first.line,
            escape::html(&first.text)
        );
        line.iter().for_each(|mutant| out += &card(mutant));
        out += "</div>";
    }
    out
}

fn card(mutant: &StressMutant) -> String {
    let Some(death) = mutant.death() else {
        return String::new();
    };
    let (class, word) = severity(mutant.severity());
    let id = escape::anchor(&mutant.id);
    let condition = escape::html(&mutant.condition);
    let rows = [
        ("Dies when", condition),
        ("There", format!("<code>{}</code>", escape::html(&death.evidence))),
        ("Returned", escape::html(&returned(death))),
        ("Why", escape::html(&mutant.why)),
    ];
    format!(
        "<article class=\"card {class}\" id=\"m-{id}\"><h3><a href=\"#m-{id}\">{}</a> <small>column {}, {} {}</small>\
         <span class=\"b {class}\">{word}</span></h3>{}{}</article>",
        escape::html(&mutant.id),
        mutant.column,
        escape::html(&mutant.kind),
        escape::html(&mutant.operation),
        inputs(death),
        tiles::definitions(&rows)
    )
}

/// How bad it is: a class of the style and a word.
fn severity(severity: Severity) -> (&'static str, &'static str) {
    match severity {
        Severity::WrongValue => ("ko", "<i>✗</i> wrong value"),
        Severity::NoReturn => ("ko", "<i>✗</i> does not return"),
        Severity::Undefined => ("uncertain", "<i>!</i> undefined behaviour"),
        Severity::Suspect | Severity::None => ("uncertain", "<i>!</i> suspect"),
    }
}

fn inputs(death: &Death) -> String {
    let row = |v: &StressValue| {
        format!(
            "<tr><th>{}<td>{}<td class=\"hex\">{}\n",
            escape::html(&v.name),
            escape::html(&v.decimal),
            escape::html(&v.hex)
        )
    };
    let rows: String = death.input.iter().map(row).collect();
    format!("<table class=\"inputs\"><tbody>{rows}</tbody></table>")
}

fn endings(report: &StressReport) -> String {
    let row = |ending: &suite::cover::CoverFinding| {
        let (what, input) = (escape::html(&ending.what), escape::html(&words::values(&ending.values)));
        format!("<tr><td class=\"ko\">{what}<td><code>{input}</code>\n")
    };
    let rows: String = report.endings.iter().map(row).collect();
    table("endings", &["what it did", "input"], &rows)
}

fn mutants(report: &StressReport) -> String {
    let row = |m: &StressMutant| {
        let (word, why) = end(m);
        let id = match m.finding {
            true => format!("<a href=\"#m-{}\">{}</a>", escape::anchor(&m.id), escape::html(&m.id)),
            false => escape::html(&m.id),
        };
        let class = if word == "harmless" { "equivalent" } else { word };
        format!(
            "<tr class=\"{class}\"><th>{id}<td>{}:{}<td>{word}<td>{} <small>{}</small>\n",
            m.line,
            m.column,
            escape::html(&m.condition),
            escape::html(&why)
        )
    };
    let rows: String = report.mutants.iter().map(row).collect();
    table(
        "all",
        &["mutant", "place", "end", "dies when, and what is known"],
        &rows,
    )
}

fn origin(report: &StressReport) -> String {
    let code = |text: &str| format!("<code>{}</code>", escape::html(text));
    let mut rows = vec![
        ("Tool", escape::html(&report.tool)),
        ("Command", code(&report.command)),
        ("Seed", report.seed.to_string()),
        ("Calls", words::grouped(report.calls as usize)),
    ];
    if let Some(reference) = &report.reference {
        rows.push(("Reference", code(&reference.name)));
        rows.push(("Rule", escape::html(&reference.rule)));
    }
    tiles::definitions(&rows) + MEANINGS
}

const MEANINGS: &str = "<h3>What the words mean</h3>\
    <p><b>Killed</b>: on the input that is named, the condition was true at that operation; run it and see. \
    <b>Harmless</b>: proved that the condition is never true for inputs as declared. \
    <b>Undecided</b>: neither; it is never counted as either. \
    A finding says that the machine leaves the ideal there, not that what is returned is wrong, \
    unless a reference says so.</p>";
