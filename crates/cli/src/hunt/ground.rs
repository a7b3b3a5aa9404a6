//! What a hunt is about: a specification, or the named ranges of inputs of two programs.

use super::HuntArguments;
use crate::args::{AccuracyArguments, Requirement, TypedBounds, range};
use crate::call::CallArguments;
use crate::complaint::Complaint;
use crate::generate;
use crate::source::{self, SpecItem};
use crate::typed::quote;
use campaign::hunt::{DomainInput, domain};
use clap::Args;
use expr::spec::{Accuracy, Format, Specification};
use std::path::Path;
use subject::Subject;

/// Accuracy and ranges.
#[derive(Debug, Args)]
#[command(next_help_heading = "For specifications that do not say it themselves, and for --reference")]
pub struct HuntRequirement {
    #[command(flatten)]
    pub accuracy: AccuracyArguments,
    /// Bounds of inputs that have none, such as -100:100; without SPEC x=-100:100, once for each input, in their order
    #[arg(long, value_name = "[NAME=]LO:HI", value_parser = hunt_range, allow_hyphen_values = true)]
    pub range: Vec<HuntRange>,
}

/// A range, and the input that it is of if it names one.
#[derive(Clone, Debug)]
pub struct HuntRange {
    name: Option<String>,
    bounds: TypedBounds,
}

fn hunt_range(text: &str) -> Result<HuntRange, String> {
    let (name, bounds) = match text.split_once('=') {
        Some((name, bounds)) => (Some(name.trim()), bounds),
        None => (None, text),
    };
    if name.is_some_and(|name| !is_name(name)) {
        return Err("write it as NAME=LO:HI, such as x=0:10, with a name of letters, digits and `_`".into());
    }
    Ok(HuntRange {
        name: name.map(String::from),
        bounds: range(bounds)?,
    })
}

fn is_name(text: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && text.chars().all(fits)
}

impl HuntRequirement {
    /// The words that say the same again.
    pub fn words(&self) -> Vec<String> {
        let mut words = generate::plan::requirement_words(&self.requirement());
        let named = self
            .range
            .iter()
            .filter_map(|range| Some((range.name.as_ref()?, &range.bounds)));
        words.extend(named.map(|(name, b)| format!("--range {name}={}:{}", b.lo.text, b.hi.text)));
        words
    }

    /// The accuracy that was typed, if one was.
    pub fn accuracy(&self) -> Option<Accuracy> {
        let accuracy = generate::defaults(&self.requirement()).accuracy;
        (!accuracy.is_empty()).then_some(accuracy)
    }

    fn requirement(&self) -> Requirement {
        let bare = self.range.iter().find(|range| range.name.is_none());
        Requirement {
            accuracy: self.accuracy.clone(),
            range: bare.map(|range| range.bounds.clone()),
        }
    }
}

/// What a hunt is about.
pub enum HuntGround {
    /// A specification; with a reference only its domain counts.
    Specification(Box<SpecItem>),
    /// Names and ranges of inputs.
    Inputs(Vec<DomainInput>),
}

impl HuntGround {
    /// Reads what was typed.
    pub fn read(typed: &HuntArguments) -> Result<HuntGround, Complaint> {
        let ranges = &typed.requirement.range;
        let named = ranges.iter().filter(|range| range.name.is_some()).count();
        match &typed.spec {
            Some(_) if named > 0 => Err(Complaint::of_run(
                "--range NAME=LO:HI is for hunts without a specification, which says its own ranges: leave out the name",
            )),
            _ if ranges.len() - named > 1 => Err(Complaint::of_run("--range LO:HI is given twice: give one")),
            Some(path) => read_item(typed, path).map(|item| HuntGround::Specification(Box::new(item))),
            None if named == 0 || named < ranges.len() => Err(Complaint::of_run(
                "without a specification the inputs have to be named: --range NAME=LO:HI once for each, in their order, \
                 such as --range x=0:10 --range n=1:5",
            )),
            None => Ok(HuntGround::Inputs(inputs(typed))),
        }
    }

    /// The names of the inputs.
    pub fn names(&self) -> Vec<String> {
        match self {
            HuntGround::Specification(item) => item.spec.inputs.iter().map(|input| input.name.clone()).collect(),
            HuntGround::Inputs(inputs) => inputs.iter().map(|input| input.name.clone()).collect(),
        }
    }

    /// Scales of fixed-point arguments and results: as typed, else as the specification says.
    pub fn scales(&self, call: &CallArguments) -> Vec<(String, i32)> {
        match self {
            HuntGround::Specification(item) => call.scales(stated_scales(&item.spec)),
            HuntGround::Inputs(_) => call.scales(std::iter::empty()),
        }
    }

    /// What should be known of the specification: an accuracy that no float meets.
    pub fn warning(&self) -> Option<String> {
        match self {
            HuntGround::Specification(item) => {
                campaign::accuracy_notice(&item.spec).map(|notice| item.warning(&notice))
            }
            HuntGround::Inputs(_) => None,
        }
    }

    /// SHA-256 of the file of the specification, if there is one.
    pub fn sha256(&self) -> String {
        match self {
            HuntGround::Specification(item) => item.file.sha256.clone(),
            HuntGround::Inputs(_) => String::new(),
        }
    }

    /// The specification, or the domain that the types of a subject and the ranges make.
    pub fn specification(&self, typed: &HuntArguments, subject: &Subject) -> Result<Specification, Complaint> {
        match self {
            HuntGround::Specification(item) => Ok(item.spec.clone()),
            HuntGround::Inputs(inputs) => {
                let scale = typed.call.fixed.iter().find(|(name, _)| name == "result");
                let scale = scale.map(|(_, scale)| *scale);
                domain(&typed.subject.to_string(), inputs, subject.shape(), scale)
                    .map_err(|why| Complaint::at("--range", why))
            }
        }
    }
}

fn inputs(typed: &HuntArguments) -> Vec<DomainInput> {
    let scale = |name: &str| typed.call.fixed.iter().find(|(known, _)| known == name);
    let input = |range: &HuntRange| {
        let name = range.name.clone()?;
        Some(DomainInput {
            scale: scale(&name).map(|(_, scale)| *scale),
            name,
            range: (range.bounds.lo.value.clone(), range.bounds.hi.value.clone()),
        })
    };
    typed.requirement.range.iter().filter_map(input).collect()
}

fn stated_scales(spec: &Specification) -> impl Iterator<Item = (String, i32)> {
    let stated = |name: &str, format: Format| match format {
        Format::Fixed(fixed) => Some((name.to_string(), fixed.scale)),
        _ => None,
    };
    let arguments = spec.inputs.iter().filter_map(move |i| stated(&i.name, i.format));
    arguments.chain(stated("result", spec.output))
}

/// The only specification of the file, or the one that was named.
fn read_item(typed: &HuntArguments, path: &Path) -> Result<SpecItem, Complaint> {
    let mut defaults = generate::defaults(&typed.requirement.requirement());
    if typed.reference.is_some() && defaults.accuracy.is_empty() {
        // Only the domain counts, so that it does not matter what accuracy the formula would have.
        defaults.accuracy.ulps = Some(1.into());
    }
    let mut items = source::read_all(&[path], typed.core.as_deref(), &defaults)?;
    match (items.pop(), items.is_empty()) {
        (Some(item), true) => Ok(item),
        (None, _) => Err(Complaint::at(path.display(), "there is no specification in it")),
        (Some(last), false) => {
            let why = format!(
                "there are {} specifications in it: choose one with --core, such as --core {}",
                items.len() + 1,
                quote(&last.spec.name)
            );
            Err(Complaint::at(path.display(), why))
        }
    }
}
