//! A page about what `cover` found: the source with its branches in the margin, inputs, and sides that none covers.

use super::{PageFrame, PagePart, html, source, tiles};
use crate::listing::listings;
use crate::{escape, words};
use suite::cover::{BranchRecord, CoverFinding, CoverInput, CoverReport, GcovCheck, SideRecord, SpecJudgement};

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
        part("source", "Source", "Branches in the source", code(report, sources)),
        part("inputs", "Inputs", "Inputs", inputs(report)),
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
            report.gcov.as_ref().map_or(String::new(), gcov),
        ),
        part("origin", "Origin", "How it was made", origin(report)),
    ]
}

fn code(report: &CoverReport, sources: &[(String, String)]) -> String {
    let listings = listings(report, sources);
    let each = listings.iter().map(|listing| source::listing(report, listing));
    source::LEGEND.to_string() + &each.collect::<String>()
}

fn headline(report: &CoverReport) -> String {
    let counts = report.summary;
    let rest = match counts.unreached {
        0 => "Every side of every branch is covered or proved infeasible.".into(),
        1 => "One side is unreached: whether an input takes it is not known.".into(),
        n => format!("{n} sides are unreached: whether inputs take them is not known."),
    };
    let names = report
        .signature
        .iter()
        .flat_map(|s| &s.parameters)
        .map(|p| p.name.as_str());
    format!(
        "<h1 id=\"top\">{}<span class=\"arguments\">({})</span></h1><p class=\"lead\"><code>{}</code>. {rest}</p>\n",
        escape::html(&report.function),
        escape::html(&names.collect::<Vec<_>>().join(", ")),
        escape::html(&report.file),
    )
}

fn summary(report: &CoverReport) -> String {
    let counts = report.summary;
    let side = |class: &str, n: u64, sign: &str, note: &str| {
        let quiet = if n == 0 { " zero" } else { "" };
        tiles::tile(&format!("{class}{quiet}"), n, &format!("<i>{sign}</i> {class}"), note)
    };
    let sides = tiles::tile(
        "sides",
        counts.total,
        "sides",
        "of branches: a comparison is false, or true",
    ) + &side("covered", counts.covered, "✓", "an input takes it")
        + &side("infeasible", counts.infeasible, "∅", "proved that none can")
        + &side("unreached", counts.unreached, "✗", "neither is known")
        + &tiles::tile("inputs", report.inputs.len(), "inputs", "none is superfluous");
    let verdicts = report.verdicts().map(|counts| tiles::verdicts(&counts));
    tiles::rows(&std::iter::once(sides).chain(verdicts).collect::<Vec<_>>())
}

fn inputs(report: &CoverReport) -> String {
    if report.inputs.is_empty() {
        return String::new();
    }
    let is_judged = report.spec.is_some();
    let verdict = if is_judged { "<th>verdict</th>" } else { "" };
    let rows: String = report.inputs.iter().map(|input| input_row(report, input)).collect();
    let caution = "<p>What was <b>observed</b> is what the code computed, not what would be right.</p>";
    let caution = if is_judged { "" } else { caution };
    format!(
        "{caution}<div class=\"scroll\"><table class=\"covers\"><thead><tr><th>id</th><th>input</th><th>observed</th>\
         {verdict}<th class=\"n\">sides</th></tr></thead><tbody>{rows}</tbody></table></div>"
    )
}

fn input_row(report: &CoverReport, input: &CoverInput) -> String {
    let verdict = match &report.spec {
        Some(_) => format!("<td>{}</td>", input.judged.as_ref().map_or(String::new(), judged)),
        None => String::new(),
    };
    format!(
        "<tr id=\"{}\"><th>{}</th><td><code>{}</code></td><td><code>{}</code></td>{verdict}<td class=\"n\">{}</td></tr>",
        source::input_anchor(&input.id),
        escape::html(&input.id),
        escape::html(&words::values(&input.values)),
        escape::html(&words::outcome(input)),
        input.covers.len()
    )
}

fn judged(judged: &SpecJudgement) -> String {
    format!(
        "{} <small>{}</small>",
        html::verdict_or_dash(judged.verdict),
        escape::html(&judged.reason)
    )
}

fn open(report: &CoverReport) -> String {
    let rows: String = report.branches.iter().flat_map(open_rows).collect();
    if rows.is_empty() {
        return String::new();
    }
    format!(
        "<div class=\"scroll\"><table class=\"covers\"><thead><tr><th>line</th><th>comparison</th><th>is never</th>\
         <th>verdict</th><th>proof, or how near a run came</th></tr></thead><tbody>{rows}</tbody></table></div>"
    )
}

fn open_rows(branch: &BranchRecord) -> Vec<String> {
    let sides = [(false, &branch.when_false), (true, &branch.when_true)];
    let open = sides.into_iter().filter(|(_, side)| words::open_side(side).is_some());
    open.map(|(truth, side)| open_row(branch, truth, side)).collect()
}

fn open_row(branch: &BranchRecord, truth: bool, side: &SideRecord) -> String {
    format!(
        "<tr id=\"{}\"><th><a href=\"#{}\">{}:{}</a></th><td><code>{}</code></td><td>{truth}</td><td>{}</td><td>{}</td></tr>",
        source::side_anchor(branch.id, truth),
        source::line_anchor(&branch.file, branch.line),
        branch.line,
        branch.column,
        escape::html(&branch.condition),
        html::badge(words::side(side)),
        escape::html(&words::why_open(side)),
    )
}

fn findings(findings: &[CoverFinding]) -> String {
    let each = findings.iter().map(|finding| {
        format!(
            "<li><span class=\"b ko\"><i>!</i> {}</span> on <code>{}</code></li>",
            escape::html(&finding.what),
            escape::html(&words::values(&finding.values))
        )
    });
    match each.collect::<String>() {
        list if list.is_empty() => list,
        list => format!("<ul>{list}</ul>"),
    }
}

fn gcov(check: &GcovCheck) -> String {
    let lines: String = check
        .differences
        .iter()
        .map(|line| {
            format!(
                "<li>line {}: gcov saw {} taken, we {}</li>",
                line.line,
                escape::html(&line.gcov),
                escape::html(&line.ours)
            )
        })
        .collect();
    format!(
        "<p>The inputs were replayed on a build by gcc: gcov counts {} of {} branches as taken, and by our count made in \
         its way {} of {} are.</p><ul>{lines}</ul>",
        check.taken, check.branches, check.our_taken, check.our_branches
    )
}

fn origin(report: &CoverReport) -> String {
    let code = |text: &str| format!("<code>{}</code>", escape::html(text));
    let mut rows = vec![
        ("Tool", escape::html(&report.tool)),
        ("Command", code(&report.command)),
        ("Seed", report.seed.to_string()),
        ("Calls", words::grouped(report.calls as usize)),
    ];
    for source in &report.sources {
        let name = escape::html(&source.file);
        rows.push(("SHA-256", format!("{}<br><small>{name}</small>", code(&source.sha256))));
    }
    let specification = report.spec.as_ref().map_or(String::new(), |spec| {
        format!("<h3>Specification</h3><pre>{}</pre>", escape::html(&spec.fpcore))
    });
    tiles::definitions(&rows) + &specification + MEANINGS
}

const MEANINGS: &str = "<h3>What the words mean</h3>\
    <p>A branch has two sides: its comparison, as the compiler made it, is false or true. \
    <b>Covered</b>: the input that is named takes this side. \
    <b>Infeasible</b>: proved that no input takes it. \
    <b>Unreached</b>: neither, and no claim at all; a longer search or another seed may reach it. \
    How near a run came is measured in units in the last place or in steps of integers; \
    a small distance is no proof that the side can be reached, and a great one is no proof that it cannot. \
    Code whose branches are all covered may still be wrong.</p>";
