//! Programs of algorithms in Rust.
//!
//! Many mutants of Rust do not compile. All of them are modules of one crate; those that the compiler complains of are taken out,
//! and it is asked again. Every phase of the compiler has complaints of its own, so that takes a few rounds.

use super::super::fleet::Fleet;
use super::{Manner, Material, NO_FORK, apart, driver_object, unbuilt, written};
use child::{Allowance, Ending, Finished};
use problems::driver::rust::{ROOT, bridge, calls, module};
use problems::driver::rust_text;
use serde::Deserialize;
use std::collections::BTreeSet;
use subject::Broken;
use subject::toolchain::{self, Tool, Workshop};

/// Flags of the algorithm before those of the user. Results do not depend on the optimisation, and to optimise hundreds of mutants
/// takes longer than to run them. Warnings about a mutant help nobody.
const FLAGS: [&str; 7] = [
    "--edition=2021",
    "-Copt-level=0",
    "-Cstrip=symbols",
    "-Cdebug-assertions=off",
    "-Cpanic=abort",
    "-Coverflow-checks=off",
    "-Awarnings",
];

/// Rounds of taking mutants out.
const ROUNDS: usize = 12;

/// Texts that mean something else in a module than in a crate, or exist only once in a program.
const ALONE: [&str; 7] = [
    "crate::",
    "no_mangle",
    "export_name",
    "macro_export",
    "no_std",
    "#![feature",
    "global_asm",
];

/// Builds target and mutants.
pub fn build_fleet(material: Material, manner: Manner) -> Result<Fleet, Broken> {
    toolchain::existing(&material.config.source)?;
    let (c, rustc) = (Tool::find(&toolchain::C)?, Tool::find(&toolchain::RUST)?);
    let workshop = Workshop::new()?;
    workshop.write("driver.c", &written(material, rust_text)?)?;
    driver_object(&workshop, &c)?;
    let (target, call) = target(material, &workshop, &rustc)?;
    let crates = Crates {
        material,
        workshop: &workshop,
        rustc: &rustc,
        call: &call,
    };
    let all: Vec<usize> = (0..material.mutants.len()).collect();
    let (together, (alone, unbuilt)) = match crates.together(manner) {
        Some((words, out)) => (Some(words), (vec![], out.into_iter().map(unbuilt).collect())),
        None => (None, apart(&all, |i| crates.mutant(i))),
    };
    Ok(Fleet {
        memory: material.config.memory,
        target,
        together,
        alone,
        unbuilt,
        workshop,
    })
}

/// The program of the target, and the call that suits its signature.
fn target(material: Material, workshop: &Workshop, rustc: &Tool) -> Result<(Vec<String>, String), Broken> {
    let mut complaints = vec![];
    for call in calls(&material.config.shape, &material.config.function) {
        let crates = Crates {
            material,
            workshop,
            rustc,
            call: &call,
        };
        let (program, output) = crates.alone("target", material.text)?;
        match workshop.judge(rustc, &output) {
            Ok(_) => return Ok((vec![program], call)),
            Err(broken) => complaints.push((errors(&output), broken)),
        }
    }
    // A call that does not suit is one more error.
    let fewest = complaints.into_iter().min_by_key(|(errors, _)| *errors);
    Err(explained(fewest.map_or_else(no_call, |(_, broken)| broken), material))
}

fn errors(output: &Finished) -> usize {
    output.errors.lines().filter(|line| line.starts_with("error")).count()
}

fn no_call() -> Broken {
    Broken::new("problems of this kind have no interface in Rust", "choose another kind")
}

/// The complaint in the user's names.
fn explained(mut broken: Broken, material: Material) -> Broken {
    let shown = broken.what.replace("$BUILD/target.rs", &material.config.shown);
    broken.what = shown.replace(ROOT, "");
    if broken.what.contains("lydian_") {
        broken.remedy = format!(
            "look at the interface of `{}` in the manual of `lydian accuracy`; the text is compiled alone, without other crates",
            material.config.function
        );
    }
    broken
}

/// Builds crates of an algorithm that is called in one way.
struct Crates<'a> {
    material: Material<'a>,
    workshop: &'a Workshop,
    rustc: &'a Tool,
    call: &'a str,
}

impl Crates<'_> {
    /// A program with one text, as its number 0, and what the compiler said.
    fn alone(&self, name: &str, text: &str) -> Result<(String, Finished), Broken> {
        let bridge = bridge(&self.material.config.shape, &["crate::lydian_entry".into()]);
        let root = format!("{ROOT}{}{bridge}", module(text, self.call));
        let (program, words) = self.words(name, &root)?;
        Ok((program, self.compile(&words)?))
    }

    fn compile(&self, words: &[String]) -> Result<Finished, Broken> {
        let done = child::run(self.workshop.command(self.rustc, words), &Allowance::TOOL);
        done.map_err(|refused| Broken::new(refused.to_string(), toolchain::RUST.install))
    }

    fn mutant(&self, index: usize) -> Result<Vec<String>, Broken> {
        let text = self.material.mutants[index].apply(self.material.text);
        let (program, output) = self.alone(&format!("alone_{}", index + 1), &text)?;
        self.workshop.judge(self.rustc, &output)?;
        Ok(vec![program])
    }

    /// A program with all mutants that compile, and the numbers of the others; none if they must be built one by one.
    fn together(&self, manner: Manner) -> Option<(Vec<String>, BTreeSet<usize>)> {
        let text = self.material.text;
        if manner == Manner::Apart || ALONE.iter().any(|word| text.contains(word)) {
            return None;
        }
        self.workshop.write(&file(0), &module(text, self.call)).ok()?;
        for (i, mutant) in self.material.mutants.iter().enumerate() {
            let text = module(&mutant.apply(text), self.call);
            self.workshop.write(&file(i + 1), &text).ok()?;
        }
        let mut out = BTreeSet::new();
        for _ in 0..ROUNDS {
            let (program, mut words) = self.words("combined", &self.root(&out)).ok()?;
            words.push("--error-format=json".into());
            let output = self.compile(&words).ok()?;
            if output.ending == Ending::Success {
                return Some((vec![program], out));
            }
            let before = out.len();
            out.extend(accused(&output.errors)?);
            if out.len() == before {
                return None;
            }
        }
        None
    }

    /// A crate with all mutants but these.
    fn root(&self, out: &BTreeSet<usize>) -> String {
        let mut root = format!("{ROOT}\n");
        let mut entries = vec![];
        for k in 0..=self.material.mutants.len() {
            if out.contains(&k) {
                entries.push("absent".into());
                continue;
            }
            root += &format!("#[path = \"{}\"]\nmod mutant_{k};\n", file(k));
            entries.push(format!("crate::mutant_{k}::lydian_entry"));
        }
        root + &bridge(&self.material.config.shape, &entries)
    }

    /// Writes the root of a crate: the program that it becomes, and the words for the compiler.
    fn words(&self, name: &str, root: &str) -> Result<(String, Vec<String>), Broken> {
        let source = self.workshop.write(&format!("{name}.rs"), root)?;
        let own: Vec<&str> = self.material.config.flags.split_whitespace().collect();
        // The compiler refuses an edition that is given twice.
        let edition = own.iter().any(|flag| flag.starts_with("--edition"));
        let defaults = FLAGS.iter().filter(|flag| !(edition && flag.starts_with("--edition")));
        let mut words: Vec<String> = defaults.chain(&own).map(|flag| flag.to_string()).collect();
        let links = [self.workshop.name("driver.o"), "-lm".into(), NO_FORK.into()];
        words.extend(links.map(|link| format!("-Clink-arg={link}")));
        let program = self.workshop.name(name);
        words.extend([source, "-o".into(), program.clone()]);
        Ok((program, words))
    }
}

fn file(mutant: usize) -> String {
    format!("mutant_{mutant}.rs")
}

/// A message of the compiler.
#[derive(Deserialize)]
struct RustcMessage {
    level: String,
    spans: Vec<RustcSpan>,
}

/// A place that a message names; one in a macro was expanded from another.
#[derive(Deserialize)]
struct RustcSpan {
    file_name: String,
    expansion: Option<Box<Expansion>>,
}

#[derive(Deserialize)]
struct Expansion {
    span: RustcSpan,
}

/// The mutants that errors are in. None if the target is among them or an error concerns two texts: then it is not the mutant
/// but the company of others that is wrong.
fn accused(said: &str) -> Option<BTreeSet<usize>> {
    let messages = said
        .lines()
        .filter_map(|line| serde_json::from_str::<RustcMessage>(line).ok());
    let mut all = BTreeSet::new();
    for message in messages.filter(|message| message.level.starts_with("error")) {
        let named: BTreeSet<usize> = message.spans.iter().flat_map(numbers).collect();
        if named.len() > 1 || named.contains(&0) {
            return None;
        }
        all.extend(named);
    }
    Some(all)
}

fn numbers(span: &RustcSpan) -> Vec<usize> {
    let own = || {
        span.file_name
            .rsplit('/')
            .next()?
            .strip_prefix("mutant_")?
            .strip_suffix(".rs")?
            .parse()
            .ok()
    };
    let outer = span.expansion.iter().flat_map(|expansion| numbers(&expansion.span));
    own().into_iter().chain(outer).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(files: &[&str]) -> String {
        let span = |file: &&str| format!("{{\"file_name\":\"/tmp/{file}\",\"expansion\":null}}");
        let spans: Vec<String> = files.iter().map(span).collect();
        format!("{{\"level\":\"error\",\"spans\":[{}]}}\n", spans.join(","))
    }

    #[test]
    fn only_errors_in_one_mutant_accuse_it() {
        let plain = error(&["mutant_3.rs", "mutant_3.rs"]) + &error(&["mutant_17.rs"]) + &error(&[]);
        assert_eq!(accused(&plain), Some(BTreeSet::from([3, 17])));
        assert_eq!(accused(&plain.replace("mutant_17", "mutant_0")), None);
        assert_eq!(accused(&error(&["mutant_3.rs", "mutant_4.rs"])), None);
        let inside = "{\"level\":\"error\",\"spans\":[{\"file_name\":\"/std/macros.rs\",\"expansion\":{\"span\":{\"file_name\":\"mutant_5.rs\",\"expansion\":null}}}]}";
        assert_eq!(accused(inside), Some(BTreeSet::from([5])));
        assert_eq!(accused("what is this?\n"), Some(BTreeSet::new()));
    }
}
