//! Building the programs of a campaign from the text of an algorithm and its mutants.

mod rust;

use super::config::Config;
use super::fleet::Fleet;
use mutation::source::{SourceLanguage, SourceMutant, combine};
use problems::driver;
use problems::problem::{ProblemShape, SolvedProblem};
use rayon::prelude::*;
use subject::Broken;
use subject::toolchain::{self, Tool, ToolSearch, Workshop};

/// Calls of `fork` and the like go to functions of the driver that refuse: copies of a mutant would multiply.
const NO_FORK: &str = "-Wl,--wrap=fork,--wrap=vfork,--wrap=posix_spawn,--wrap=posix_spawnp";

/// The name of the variable that chooses a mutant in a combined source.
const SELECTOR: &str = "lydian_mutant";
/// Flags of the driver: its own arithmetic is exactly that of doubles.
const DRIVER_FLAGS: [&str; 4] = ["-O1", "-ffp-contract=off", "-std=gnu11", "-w"];
/// Flags of the algorithm before those of the user.
const FLAGS: [&str; 3] = ["-O1", "-ffp-contract=off", "-w"];

/// How mutants of compiled languages are built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// As many as possible in one program.
    Together,
    /// A program for each.
    Apart,
}

/// An algorithm with its mutants.
#[derive(Clone, Copy)]
pub struct Material<'a> {
    /// What was said about it.
    pub config: &'a Config,
    /// Its text.
    pub text: &'a str,
    /// Its mutants.
    pub mutants: &'a [SourceMutant],
    /// The problems.
    pub problems: &'a [SolvedProblem],
}

/// Writes a driver.
type DriverWriter = fn(&ProblemShape, &[SolvedProblem], &str) -> Result<String, String>;

/// Builds target and mutants.
pub fn build(material: Material, manner: Manner) -> Result<Fleet, Broken> {
    let config = material.config;
    let plain = |c: char| c.is_alphanumeric() || c == '_';
    if config.function.is_empty() || !config.function.chars().all(plain) {
        let what = format!("`{}` is no name of a function", config.function);
        return Err(Broken::new(what, "write function = \"NAME\" under [algorithm]"));
    }
    match config.language {
        SourceLanguage::C => NativeBuilder::new(material, &toolchain::C, driver::c_text)?.fleet(manner),
        SourceLanguage::Fortran => {
            NativeBuilder::new(material, &toolchain::FORTRAN, driver::fortran_text)?.fleet(Manner::Apart)
        }
        SourceLanguage::Python => interpreted(material, &toolchain::PYTHON, "py", driver::python_text),
        SourceLanguage::Octave => interpreted(material, &toolchain::OCTAVE, "m", driver::octave_text),
        SourceLanguage::Rust => rust::build_fleet(material, manner),
    }
}

fn written(material: Material, writer: DriverWriter) -> Result<String, Broken> {
    let Material { config, problems, .. } = material;
    let text = writer(&config.shape, problems, &config.function);
    text.map_err(|why| Broken::new(why, "choose other problems, or another language"))
}

/// One interpreter that loads mutants from files.
fn interpreted(
    material: Material,
    search: &ToolSearch,
    extension: &str,
    writer: DriverWriter,
) -> Result<Fleet, Broken> {
    let (tool, workshop) = (Tool::find(search)?, Workshop::new()?);
    let driver = workshop.write(&format!("driver.{extension}"), &written(material, writer)?)?;
    let file = |k: usize| format!("mutant_{k}.{extension}");
    // Octave calls the first function of a file that begins with one; behind a statement they are only defined.
    let head = if extension == "m" { "1;\n" } else { "" };
    workshop.write(&file(0), &format!("{head}{}", material.text))?;
    for (i, mutant) in material.mutants.iter().enumerate() {
        workshop.write(&file(i + 1), &format!("{head}{}", mutant.apply(material.text)))?;
    }
    let mut words = tool.words().to_vec();
    if extension == "m" {
        words.extend(["--norc", "--quiet", "--no-history", "--no-window-system"].map(String::from));
    }
    words.push(driver);
    if extension == "py" {
        // For modules beside the source.
        let source = toolchain::existing(&material.config.source)?;
        let folder = source.parent().map_or(String::new(), |f| f.display().to_string());
        workshop.write("folder", &folder)?;
    }
    Ok(Fleet {
        memory: material.config.memory,
        workshop,
        target: words.clone(),
        together: Some(words),
        alone: vec![],
        unbuilt: vec![],
    })
}

/// Compiles the driver.
fn driver_object(workshop: &Workshop, c: &Tool) -> Result<(), Broken> {
    let mut words: Vec<String> = DRIVER_FLAGS.iter().map(|f| f.to_string()).collect();
    let (source, object) = (workshop.name("driver.c"), workshop.name("driver.o"));
    words.extend(["-c".into(), source, "-o".into(), object]);
    workshop.run_quietly(c, &words).map(drop)
}

/// What became of mutants that were built one by one: programs, and those that do not build.
type Separate = (Vec<(usize, Vec<String>)>, Vec<(usize, String)>);

/// Builds mutants, by index, one by one.
fn apart(mutants: &[usize], build: impl Fn(usize) -> Result<Vec<String>, Broken> + Sync) -> Separate {
    let built: Vec<_> = mutants.par_iter().map(|&i| (i + 1, build(i))).collect();
    let mut separate: Separate = Default::default();
    for (k, result) in built {
        match result {
            Ok(words) => separate.0.push((k, words)),
            Err(_) => separate.1.push(unbuilt(k)),
        }
    }
    separate
}

fn unbuilt(mutant: usize) -> (usize, String) {
    (mutant, "it does not build".into())
}

/// Builds algorithms in C and Fortran.
struct NativeBuilder<'a> {
    material: Material<'a>,
    /// For the driver, and the linker.
    c: Tool,
    compiler: Tool,
    extension: &'static str,
    workshop: Workshop,
    folder: String,
}

impl<'a> NativeBuilder<'a> {
    fn new(material: Material<'a>, search: &ToolSearch, writer: DriverWriter) -> Result<NativeBuilder<'a>, Broken> {
        let source = toolchain::existing(&material.config.source)?;
        let workshop = Workshop::new()?;
        workshop.write("driver.c", &written(material, writer)?)?;
        Ok(NativeBuilder {
            c: Tool::find(&toolchain::C)?,
            compiler: Tool::find(search)?,
            extension: if material.config.language == SourceLanguage::C {
                "c"
            } else {
                "f90"
            },
            folder: source.parent().map_or(String::new(), |f| f.display().to_string()),
            material,
            workshop,
        })
    }

    fn fleet(self, manner: Manner) -> Result<Fleet, Broken> {
        let (driver, (target, combined)) = rayon::join(
            || driver_object(&self.workshop, &self.c),
            || rayon::join(|| self.object("target", self.material.text), || self.combined(manner)),
        );
        driver?;
        target?;
        let target = self.program("target")?;
        let (together, separate) = match combined.and_then(|apart| Ok((self.program("combined")?, apart))) {
            Ok((words, apart)) => (Some(words), apart),
            Err(_) => (None, (0..self.material.mutants.len()).collect()),
        };
        let (alone, unbuilt) = apart(&separate, |i| self.mutant(i));
        Ok(Fleet {
            memory: self.material.config.memory,
            target,
            together,
            alone,
            unbuilt,
            workshop: self.workshop,
        })
    }

    /// Compiles the combined text; the mutants that are not in it.
    fn combined(&self, manner: Manner) -> Result<Vec<usize>, Broken> {
        if manner == Manner::Apart {
            return Err(Broken::new("every mutant is built alone", ""));
        }
        let Material {
            text, mutants, config, ..
        } = self.material;
        let combined = combine(text, config.language, mutants, SELECTOR);
        self.object("combined", &combined.text)?;
        Ok(combined.separate)
    }

    fn mutant(&self, index: usize) -> Result<Vec<String>, Broken> {
        let name = format!("mutant_{}", index + 1);
        self.object(&name, &self.material.mutants[index].apply(self.material.text))?;
        self.program(&name)
    }

    /// Compiles a text of the algorithm.
    fn object(&self, name: &str, text: &str) -> Result<(), Broken> {
        let source = self.workshop.write(&format!("{name}.{}", self.extension), text)?;
        let mut words: Vec<String> = FLAGS.iter().map(|f| f.to_string()).collect();
        words.extend(self.material.config.flags.split_whitespace().map(str::to_owned));
        words.push(format!("-I{}", self.folder));
        if self.extension == "f90" {
            // Files of modules: every mutant has its own, and none is left in the folder of the user.
            let modules = self.workshop.name(&format!("{name}.modules"));
            std::fs::create_dir_all(&modules).map_err(|e| {
                Broken::new(
                    format!("{modules} cannot be made: {e}"),
                    "make room in the folder for temporary files",
                )
            })?;
            words.push(format!("-J{modules}"));
        }
        words.extend([
            "-c".into(),
            source,
            "-o".into(),
            self.workshop.name(&format!("{name}.o")),
        ]);
        self.workshop.run_quietly(&self.compiler, &words).map(drop)
    }

    /// Links it with the driver, whose own `fork` the algorithm gets.
    fn program(&self, name: &str) -> Result<Vec<String>, Broken> {
        let program = self.workshop.name(name);
        let objects = ["driver.o".to_string(), format!("{name}.o")].map(|o| self.workshop.name(&o));
        let mut words = objects.to_vec();
        words.extend(["-o".into(), program.clone(), "-lm".into(), NO_FORK.into()]);
        self.workshop.run_quietly(&self.compiler, &words)?;
        Ok(vec![program])
    }
}
