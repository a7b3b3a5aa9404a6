//! Observed outputs as regression tests in C and C++: each compares bit by bit with what was seen, and says that this is
//! not known to be right. A NaN is a NaN.

use super::names::{self, identifier};
use super::options;
use super::target::{EmitTarget, ObservedStyle};
use super::text::{c_string, comment, fill, head};
use super::{EmitOptions, EmitRefusal};
use suite::cover::{CoverValue, ParameterRecord, PassingRecord, TypeRecord};
use suite::{FunctionLanguage, NumberKind, ObservedSuite, ObservedTest};

/// Types of numbers: as the suite writes them, as C does, and how C++ writes them in the name of a function where there
/// is one way only.
const TYPES: [(NumberKind, &str, bool); 11] = [
    (NumberKind::F64, "double", true),
    (NumberKind::F32, "float", true),
    (NumberKind::Bool, "_Bool", false),
    (NumberKind::Signed(8), "int8_t", false),
    (NumberKind::Signed(16), "int16_t", true),
    (NumberKind::Signed(32), "int32_t", true),
    (NumberKind::Signed(64), "int64_t", false),
    (NumberKind::Unsigned(8), "uint8_t", true),
    (NumberKind::Unsigned(16), "uint16_t", true),
    (NumberKind::Unsigned(32), "uint32_t", true),
    (NumberKind::Unsigned(64), "uint64_t", false),
];

/// What is known of the type of a number.
fn row(ty: &TypeRecord) -> Option<&'static (NumberKind, &'static str, bool)> {
    let kind = NumberKind::named(&ty.name)?;
    TYPES.iter().find(|(known, ..)| *known == kind)
}

/// The tests of a suite with observed outputs as a file for a target.
pub fn emit_observed(suite: &ObservedSuite, target: &EmitTarget, given: &EmitOptions) -> Result<String, EmitRefusal> {
    options::check(target, given)?;
    let plan = ObservedPlan::new(suite, target, given)?;
    let template = match plan.is_cpp {
        false => include_str!("templates/observed.c"),
        true => include_str!("templates/observed.cpp"),
    };
    let list = |form: &dyn Fn(&ObservedTest) -> String| plan.tests.iter().map(|test| form(test)).collect::<String>();
    let parts = [
        ("DECLARATION", plan.declaration()),
        ("CASES", list(&|test| plan.case(test))),
    ];
    let values = [
        ("HEAD", head("//", &plan.head())),
        ("PARTS", fill(include_str!("templates/observed_parts.c"), &parts)),
        ("CALLS", list(&|test| format!("    failed += {}();\n", name(test)))),
        ("TESTS", list(&|test| plan.gtest(test))),
        ("COUNT", plan.tests.len().to_string()),
        ("TITLE", c_string(&suite.function)),
    ];
    Ok(fill(template, &values))
}

/// What is written down.
struct ObservedPlan<'a> {
    suite: &'a ObservedSuite,
    given: &'a EmitOptions,
    target: &'a EmitTarget,
    function: String,
    tests: Vec<&'a ObservedTest>,
    is_cpp: bool,
}

fn refuse<T>(why: String) -> Result<T, EmitRefusal> {
    Err(EmitRefusal::Observed { why })
}

impl<'a> ObservedPlan<'a> {
    fn new(
        suite: &'a ObservedSuite,
        target: &'a EmitTarget,
        given: &'a EmitOptions,
    ) -> Result<ObservedPlan<'a>, EmitRefusal> {
        let Some(style) = target.observed else {
            return refuse(format!(
                "--to {}: its outputs were observed, and such tests are written in c and cpp-gtest",
                target.name
            ));
        };
        let tests: Vec<&ObservedTest> = suite.tests.iter().filter(|test| test.has_returned()).collect();
        if tests.is_empty() {
            return Err(EmitRefusal::NothingToEmit);
        }
        let plan = ObservedPlan {
            suite,
            given,
            target,
            function: given.function.clone().unwrap_or_else(|| suite.function.clone()),
            tests,
            is_cpp: style == ObservedStyle::Cpp,
        };
        plan.check()?;
        Ok(plan)
    }

    /// Refuses by name what these languages cannot be given.
    fn check(&self) -> Result<(), EmitRefusal> {
        let signature = &self.suite.signature;
        if signature.language == FunctionLanguage::Fortran
            || (signature.language == FunctionLanguage::Cpp && !self.is_cpp)
        {
            return refuse(format!(
                "{} is written in {}; use cpp-gtest for C++, and C for C",
                self.function, signature.language
            ));
        }
        for parameter in &signature.parameters {
            if !parameter.ty.is_number() {
                return refuse(format!("`{}` is {}", parameter.name, parameter.ty.words()));
            }
            if signature.language == FunctionLanguage::Cpp && parameter.passing != PassingRecord::Value {
                return refuse(format!("`{}` is a pointer or a reference of C++", parameter.name));
            }
        }
        if let Some(ty) = signature
            .result
            .as_ref()
            .filter(|ty| !ty.is_number() || ty.count.is_some())
        {
            return refuse(format!("its result is {}", ty.words()));
        }
        self.check_declaration()
    }

    /// Without a header the file declares the function, and C++ needs its very types.
    fn check_declaration(&self) -> Result<(), EmitRefusal> {
        if self.given.header.is_some() {
            return Ok(());
        }
        let grammar = if self.is_cpp { &names::COLONS } else { &names::C };
        if let Some(why) = grammar.problem(&self.function) {
            return refuse(format!("{why}; name it with --function"));
        }
        let signature = &self.suite.signature;
        let unclear = |ty: &&TypeRecord| !row(ty).is_some_and(|(_, _, is_clear)| *is_clear);
        let types = signature.parameters.iter().map(|p| &p.ty);
        match types.clone().find(unclear) {
            Some(ty) if signature.language == FunctionLanguage::Cpp => refuse(format!(
                "C++ has several types that are {}; name the header with --header",
                ty.name
            )),
            _ if signature.language == FunctionLanguage::Cpp && self.function.contains("::") => refuse(format!(
                "`{}` cannot be declared here; name its file with --header",
                self.function
            )),
            _ => Ok(()),
        }
    }

    fn head(&self) -> Vec<String> {
        let left_out = self.suite.tests.iter().filter(|test| !test.has_returned());
        let base = self.function.rsplit(':').next().unwrap_or_default();
        let mut lines = vec![
            format!("Generated by lydian {}; do not edit.", env!("CARGO_PKG_VERSION")),
            format!("Run it with: {}", self.target.run.replace("NAME", base)),
            String::new(),
            "The expected outputs are what the function gave when it was OBSERVED. Nobody proved them right:".into(),
            "a test that fails says that the function has changed, not that it is wrong.".into(),
            String::new(),
            format!("command:  {}", self.given.command),
            format!("observed: {}", self.suite.command),
            format!("tests:    {}", self.tests.len()),
        ];
        lines.extend(left_out.map(|test| format!("left out: {}, which did not return: {}", test.id, test.outcome)));
        lines
    }

    fn declaration(&self) -> String {
        match &self.given.header {
            Some(file) if file.starts_with('<') => format!("#include {file}\n"),
            Some(file) => format!("#include \"{file}\"\n"),
            None => self.prototype(),
        }
    }

    fn prototype(&self) -> String {
        let signature = &self.suite.signature;
        let parameter = |p: &ParameterRecord| {
            let name = self.type_name(&p.ty);
            match p.passing {
                PassingRecord::Value => name.into(),
                PassingRecord::Pointer => format!("{name} *"),
                PassingRecord::Const => format!("const {name} *"),
            }
        };
        let parameters: Vec<String> = signature.parameters.iter().map(parameter).collect();
        let parameters = if parameters.is_empty() {
            "void".into()
        } else {
            parameters.join(", ")
        };
        let result = signature.result.as_ref().map_or("void", |ty| self.type_name(ty));
        let linkage = if self.is_cpp && signature.language == FunctionLanguage::C {
            "extern \"C\" "
        } else {
            ""
        };
        format!("{linkage}{result} {}({parameters});\n", self.function)
    }

    fn type_name(&self, ty: &TypeRecord) -> &'static str {
        match row(ty) {
            Some((NumberKind::Bool, ..)) if self.is_cpp => "bool",
            Some((_, name, _)) => name,
            None => "void",
        }
    }

    /// A function that makes the input, calls, and compares.
    fn case(&self, test: &ObservedTest) -> String {
        let lines = [
            format!("{}: {}", test.id, shown(&test.inputs)),
            format!("OBSERVED, not known to be right: {}", shown(&test.observed)),
        ];
        let mut inputs = test.inputs.iter();
        let signature = &self.suite.signature;
        let variables: String = signature
            .parameters
            .iter()
            .enumerate()
            .map(|(n, parameter)| self.variable(n, parameter, &mut inputs))
            .collect();
        let arguments: Vec<String> = signature
            .parameters
            .iter()
            .enumerate()
            .map(|(n, p)| self.argument(n, p))
            .collect();
        let result = signature.result.as_ref();
        let kept = result.map_or(String::new(), |ty| {
            format!("volatile {} lydian_y = ", self.type_name(ty))
        });
        format!(
            "\n{}static int {}(void)\n{{\n{variables}    {kept}{}({});\n    int lydian_changed = 0;\n{}    return lydian_changed;\n}}\n",
            comment("//", &lines),
            name(test),
            self.function,
            arguments.join(", "),
            self.comparisons(test)
        )
    }

    /// One argument as a variable: an array, where there is a pointer.
    fn variable<'v>(
        &self,
        n: usize,
        parameter: &ParameterRecord,
        inputs: &mut impl Iterator<Item = &'v CoverValue>,
    ) -> String {
        let count = parameter.ty.count.unwrap_or(1) as usize;
        let values: Vec<String> = inputs.by_ref().take(count).map(number).collect();
        let name = self.type_name(&parameter.ty);
        match parameter.passing {
            PassingRecord::Value => format!("    {name} lydian_x{n} = ({name}){};\n", values.join("")),
            _ => {
                let cast: Vec<String> = values.iter().map(|value| format!("({name}){value}")).collect();
                format!("    {name} lydian_x{n}[{count}] = {{{}}};\n", cast.join(", "))
            }
        }
    }

    /// In C, a pointer to anything goes where a header says `char *`.
    fn argument(&self, n: usize, parameter: &ParameterRecord) -> String {
        let is_free = parameter.passing != PassingRecord::Value && !self.is_cpp;
        format!("{}lydian_x{n}", if is_free { "(void *)" } else { "" })
    }

    /// The result, then what each pointer leads to, in the order of the suite.
    fn comparisons(&self, test: &ObservedTest) -> String {
        let signature = &self.suite.signature;
        let mut places: Vec<String> = signature.result.iter().map(|_| "lydian_y".into()).collect();
        for (n, parameter) in signature.parameters.iter().enumerate() {
            if parameter.passing == PassingRecord::Pointer {
                places.extend((0..parameter.ty.count.unwrap_or(1)).map(|i| format!("lydian_x{n}[{i}]")));
            }
        }
        let line = |(place, was): (&String, &CoverValue)| {
            format!(
                "    lydian_changed |= lydian_differs_{}({}, {}, {place}, {});\n",
                family(was),
                c_string(&test.id),
                c_string(&was.name),
                number(was)
            )
        };
        places.iter().zip(&test.observed).map(line).collect()
    }

    fn gtest(&self, test: &ObservedTest) -> String {
        let suite: String = identifier(&self.function).split('_').map(capital).collect();
        format!(
            "TEST(LydianObserved{suite}, {}) {{ EXPECT_EQ(0, {}()); }}\n",
            identifier(&test.id),
            name(test)
        )
    }
}

fn capital(part: &str) -> String {
    let mut letters = part.chars();
    letters.next().map_or(String::new(), |first| {
        first.to_ascii_uppercase().to_string() + letters.as_str()
    })
}

fn name(test: &ObservedTest) -> String {
    format!("lydian_observed_{}", identifier(&test.id))
}

fn shown(values: &[CoverValue]) -> String {
    let each: Vec<String> = values.iter().map(|v| format!("{} = {}", v.name, v.decimal)).collect();
    each.join(", ")
}

/// Which comparison a type needs.
fn family(value: &CoverValue) -> &'static str {
    match value.kind.as_str() {
        "f64" => "f64",
        "f32" => "f32",
        kind if kind.starts_with('u') => "unsigned",
        _ => "signed",
    }
}

/// A number as C and C++ write it: floats by their bits.
fn number(value: &CoverValue) -> String {
    let word = value.word().unwrap_or(0);
    match family(value) {
        "f64" => format!("lydian_f64(UINT64_C(0x{word:016x}))"),
        "f32" => format!("lydian_f32(UINT32_C(0x{word:08x}))"),
        "unsigned" => format!("UINT64_C({word})"),
        _ => signed(value),
    }
}

/// The least integer has no literal of its own.
fn signed(value: &CoverValue) -> String {
    match value.decimal.parse::<i64>() {
        Ok(i64::MIN) => "(-INT64_C(9223372036854775807) - 1)".into(),
        Ok(n) if n < 0 => format!("(-INT64_C({}))", n.unsigned_abs()),
        Ok(n) => format!("INT64_C({n})"),
        Err(_) => "INT64_C(0)".into(),
    }
}
