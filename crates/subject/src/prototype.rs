//! Prototypes in the notation of C: read from an option, or found in a preprocessed source.
//!
//! A prototype that was found in a source is only a proposal: the shim declares it again, and the compiler refuses
//! a declaration that differs.

use crate::broken::Broken;

/// The types of a function, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prototype {
    /// Type of the returned value.
    pub returns: String,
    /// Name of the function.
    pub name: String,
    /// Its parameters in order.
    pub parameters: Vec<PrototypeParameter>,
}

/// One parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrototypeParameter {
    /// Its type; for a pointer, the type that it points to.
    pub base: String,
    /// Its name, or nothing.
    pub name: String,
    /// It is a pointer to where a result goes, or an array.
    pub pointer: bool,
    /// What it points to is constant, so no result goes there.
    pub constant: bool,
    /// An array of several dimensions, as it is written.
    pub matrix: Option<String>,
}

impl PrototypeParameter {
    /// As a declaration.
    pub fn text(&self) -> String {
        let plain = || format!("{}{}", self.kind(), self.name).trim_end().to_owned();
        self.matrix.clone().unwrap_or_else(plain)
    }

    /// The type of a number or a pointer, such that a name can follow.
    pub fn kind(&self) -> String {
        let constant = if self.constant { "const " } else { "" };
        format!("{constant}{} {}", self.base, if self.pointer { "*" } else { "" })
    }
}

impl Prototype {
    /// Reads `double f(double x, int *status)`.
    pub fn parse(text: &str) -> Result<Prototype, Broken> {
        let tokens = tokens(text);
        let open = tokens.iter().position(|t| t.text == "(");
        let at = open
            .and_then(|open| open.checked_sub(1))
            .filter(|&at| is_word(&tokens[at].text));
        let at = at.ok_or_else(|| refuse(text, "there is no name before `(`"))?;
        let (prototype, _) = read_at(&tokens, at).map_err(|why| refuse(text, &why))?;
        Ok(prototype)
    }

    /// The definition of a function in preprocessed C, else its declaration. `Err` says why it cannot be called.
    pub fn find(source: &str, name: &str) -> Option<Result<Prototype, String>> {
        let tokens = tokens(source);
        let mut declared = None;
        for at in places(&tokens).filter(|&at| tokens[at].text == name) {
            match read_at(&tokens, at) {
                Ok((prototype, true)) => return Some(Ok(prototype)),
                other => declared = declared.or(Some(other.map(|found| found.0))),
            }
        }
        declared
    }

    /// `Err` says why it is no function of numbers: it has an array that can only be an input.
    pub fn without_arrays(self) -> Result<Prototype, String> {
        match self.parameters.iter().find(|p| p.constant || p.matrix.is_some()) {
            Some(array) => Err(format!("the parameter `{}` is an array of inputs", array.text())),
            None => Ok(self),
        }
    }

    /// The parameters that take inputs.
    pub fn inputs(&self) -> impl Iterator<Item = &PrototypeParameter> {
        self.parameters.iter().filter(|p| !p.pointer)
    }

    /// The parameters that take results.
    pub fn outputs(&self) -> impl Iterator<Item = &PrototypeParameter> {
        self.parameters.iter().filter(|p| p.pointer)
    }

    /// The prototype as text again.
    pub fn text(&self) -> String {
        let parameters: Vec<String> = self.parameters.iter().map(PrototypeParameter::text).collect();
        format!("{} {}({})", self.returns, self.name, parameters.join(", "))
    }

    /// Which result counts by default: the first parameter that is one if the function returns nothing or a status.
    pub fn default_result(&self) -> usize {
        let is_no_number = self.returns_nothing() || self.returns_status();
        usize::from(is_no_number && self.outputs().next().is_some())
    }

    /// Whether it returns nothing.
    pub fn returns_nothing(&self) -> bool {
        self.returns == VOID
    }

    /// Whether what it returns may be a status: an `int`, where results go elsewhere.
    pub fn returns_status(&self) -> bool {
        self.returns == "int"
    }
}

/// The error for a signature that cannot be used.
pub fn refuse(text: &str, why: &str) -> Broken {
    let remedy =
        "write it as in C: `double f(double x, int n)`, or `void f(double x, double *y)` for a result by pointer";
    Broken::new(format!("the signature `{text}` cannot be used: {why}"), remedy)
}

/// Functions that a source of C defines, with their lines from 1.
pub fn find_definitions(source: &str) -> Vec<(String, usize)> {
    let tokens = tokens(source);
    let defined = places(&tokens).filter(|&at| after_parameters(&tokens, at).is_some_and(|end| is_body(&tokens, end)));
    defined.map(|at| (tokens[at].text.clone(), tokens[at].line)).collect()
}

struct PrototypeToken {
    text: String,
    line: usize,
}

/// Words, numbers and single signs; without comments, directives and what is in quotes.
fn tokens(source: &str) -> Vec<PrototypeToken> {
    let bytes = source.as_bytes();
    let (mut found, mut at, mut line) = (vec![], 0, 1);
    let mut line_start = true;
    while at < bytes.len() {
        let end = token_end(bytes, at, line_start);
        let text = &source[at..end];
        let silent = bytes[at].is_ascii_whitespace() || text.starts_with("//") || text.starts_with("/*");
        let directive = line_start && bytes[at] == b'#';
        if !silent && !directive {
            let text = text.to_owned();
            found.push(PrototypeToken { text, line });
        }
        line_start = text.ends_with('\n') || (line_start && silent);
        line += text.matches('\n').count();
        at = end;
    }
    found
}

fn token_end(bytes: &[u8], at: usize, line_start: bool) -> usize {
    let rest = &bytes[at..];
    let until = |pattern: &[u8], from: usize| {
        let found = rest[from..].windows(pattern.len()).position(|w| w == pattern);
        found.map_or(bytes.len(), |n| at + from + n + pattern.len())
    };
    match rest[0] {
        b'#' if line_start => directive_end(bytes, at),
        b'/' if rest.starts_with(b"//") => until(b"\n", 0),
        b'/' if rest.starts_with(b"/*") => until(b"*/", 2),
        quote @ (b'"' | b'\'') => quoted_end(bytes, at, quote),
        b if is_word_byte(b) => at + rest.iter().take_while(|&&b| is_word_byte(b)).count(),
        _ => at + 1,
    }
}

fn directive_end(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len() && bytes[at] != b'\n' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(bytes.len())
}

fn quoted_end(bytes: &[u8], start: usize, quote: u8) -> usize {
    let mut at = start + 1;
    while at < bytes.len() && bytes[at] != quote && bytes[at] != b'\n' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(bytes.len())
}

/// Letters beyond ASCII count as parts of words, so that a token never ends within one.
fn is_word_byte(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b == b'_' || b >= 0x80
}

fn is_word(text: &str) -> bool {
    text.bytes().all(is_word_byte) && !text.starts_with(|c: char| c.is_ascii_digit())
}

/// Where a word stands before a parenthesis outside of all braces.
fn places(tokens: &[PrototypeToken]) -> impl Iterator<Item = usize> + '_ {
    let mut depth = 0i64;
    let mut here = move |t: &PrototypeToken| {
        depth += i64::from(t.text == "{") - i64::from(t.text == "}");
        depth == 0
    };
    let outside: Vec<bool> = tokens.iter().map(&mut here).collect();
    (0..tokens.len().saturating_sub(1)).filter(move |&at| {
        outside[at] && is_word(&tokens[at].text) && tokens[at + 1].text == "(" && tokens[at].text != "__attribute__"
    })
}

/// The place behind the parameters of the function whose name is at `at`.
fn after_parameters(tokens: &[PrototypeToken], at: usize) -> Option<usize> {
    close(tokens, at + 1).map(|end| end + 1)
}

fn close(tokens: &[PrototypeToken], open: usize) -> Option<usize> {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.text.as_str() {
            "(" => depth += 1,
            ")" if depth == 1 => return Some(at),
            ")" => depth -= 1,
            _ => {}
        }
    }
    None
}

fn is_body(tokens: &[PrototypeToken], end: usize) -> bool {
    tokens.get(end).is_some_and(|t| t.text == "{")
}

/// The prototype around a name, and whether a body follows.
fn read_at(tokens: &[PrototypeToken], at: usize) -> Result<(Prototype, bool), String> {
    let end = after_parameters(tokens, at).ok_or("a parenthesis is not closed")?;
    let begin = tokens[..at]
        .iter()
        .rposition(|t| [";", "}", "{"].contains(&t.text.as_str()));
    let returns = type_words(&tokens[begin.map_or(0, |b| b + 1)..at]);
    if returns.is_empty() {
        return Err("the type of its result is missing".into());
    }
    let mut parameters = vec![];
    let inner = &tokens[at + 2..end - 1];
    let empty = inner.is_empty() || (inner.len() == 1 && inner[0].text == VOID);
    if !empty {
        for part in inner.split(|t| t.text == ",") {
            parameters.push(parameter(part)?);
        }
    }
    let prototype = Prototype {
        returns: returns.join(" "),
        name: tokens[at].text.clone(),
        parameters,
    };
    Ok((prototype, is_body(tokens, end)))
}

const NO_TYPE: &[&str] = &[
    "static",
    "extern",
    "inline",
    "__inline",
    "__inline__",
    "register",
    "const",
    "volatile",
    "restrict",
    "__restrict",
    "__restrict__",
    "__extension__",
    "_Noreturn",
    "__attribute__",
];

/// The words of a type without storage classes, qualifiers and attributes.
fn type_words<'a>(tokens: impl IntoIterator<Item = &'a PrototypeToken>) -> Vec<&'a str> {
    let mut words = vec![];
    let mut depth = 0;
    for token in tokens {
        match token.text.as_str() {
            "(" => depth += 1,
            ")" => depth -= 1,
            word if depth == 0 && !NO_TYPE.contains(&word) => words.push(word),
            _ => {}
        }
    }
    words
}

/// The type of nothing.
pub(crate) const VOID: &str = "void";

/// Words of types: none of them is the name of a parameter.
const KEYWORDS: &[&str] = &[
    VOID, "char", "short", "int", "long", "float", "double", "signed", "unsigned", "_Bool", "bool",
];

fn parameter(tokens: &[PrototypeToken]) -> Result<PrototypeParameter, String> {
    let all: Vec<&str> = tokens.iter().map(|t| t.text.as_str()).collect();
    let shown = all.join(" ");
    if all.iter().any(|t| ["(", "."].contains(t)) {
        return Err(format!(
            "the parameter `{shown}` is neither a number nor a pointer to one"
        ));
    }
    let outside = without_brackets(tokens);
    let is = |word: &'static str| move |t: &&PrototypeToken| t.text == word;
    let (stars, sizes) = (
        all.iter().filter(|t| **t == "*").count(),
        all.iter().filter(|t| **t == "[").count(),
    );
    if stars + usize::from(sizes > 0) > 1 {
        return Err(format!("the parameter `{shown}` is a pointer to pointers"));
    }
    let pointer = stars + sizes > 0;
    // `const double *x` is constant, `double *const x` is not.
    let star = outside.iter().position(is("*")).unwrap_or(outside.len());
    let constant = pointer && outside[..star].iter().any(is("const"));
    let mut words: Vec<&str> = type_words(outside.iter().copied())
        .into_iter()
        .filter(|t| is_word(t))
        .collect();
    let named = words.len() > 1 && words.last().is_some_and(|last| !KEYWORDS.contains(last));
    let name = if named { words.pop().unwrap_or_default() } else { "" };
    if words.is_empty() {
        return Err(format!("the parameter `{shown}` has no type"));
    }
    Ok(PrototypeParameter {
        base: words.join(" "),
        name: name.to_owned(),
        pointer,
        constant,
        matrix: (sizes > 1).then_some(shown),
    })
}

/// What stands in brackets is the size of an array, which the caller knows better.
fn without_brackets(tokens: &[PrototypeToken]) -> Vec<&PrototypeToken> {
    let mut depth = 0;
    let mut outside = |t: &&PrototypeToken| {
        depth += i32::from(t.text == "[");
        let kept = depth == 0;
        depth -= i32::from(t.text == "]");
        kept
    };
    tokens.iter().filter(|t| outside(t)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_read_back() {
        let table = [
            (
                "double f(double x, float y, int n)",
                "double f(double x, float y, int n)",
                0,
            ),
            ("void f(double x, double *y)", "void f(double x, double *y)", 1),
            (
                "int f(double x,double*y, double *restrict z);",
                "int f(double x, double *y, double *z)",
                1,
            ),
            (
                "long double g(const long double, unsigned)",
                "long double g(long double, unsigned)",
                0,
            ),
            ("double h(void)", "double h()", 0),
            ("double k(double x, double *y)", "double k(double x, double *y)", 0),
            (
                "double f(const double x[static 3], double const*y, float *const z, int a[n + 1])",
                "double f(const double *x, const double *y, float *z, int *a)",
                0,
            ),
            (
                "double f(int n, const double a[n][2])",
                "double f(int n, const double a [ n ] [ 2 ])",
                0,
            ),
        ];
        for (text, again, result) in table {
            let prototype = Prototype::parse(text).unwrap();
            assert_eq!((prototype.text().as_str(), prototype.default_result()), (again, result));
        }
        for text in [
            "",
            "f",
            "f(double x)",
            "double f(double (*g)(double))",
            "double f(double **x)",
            "double f(double *x[3])",
            "double f(",
        ] {
            assert!(Prototype::parse(text).is_err(), "{text}");
        }
        let array = Prototype::parse("double f(const double x[])").unwrap();
        assert_eq!(
            array.without_arrays().unwrap_err(),
            "the parameter `const double *x` is an array of inputs"
        );
    }

    #[test]
    fn definitions_are_found_among_declarations_and_calls() {
        let source = "# 1 \"a.c\"\nextern double f(double);\ntypedef float real;\n/* f(x) */\n\
            static __attribute__((noinline)) real g(real a) { return f(a); }\n\
            char *s = \"f(\"; double\nf (double x)\n{ return g(x); }\n";
        let text = |name| Prototype::find(source, name).unwrap().unwrap().text();
        assert_eq!(text("f"), "double f(double x)");
        assert_eq!(text("g"), "real g(real a)");
        assert!(Prototype::find(source, "h").is_none());
        assert_eq!(find_definitions(source), [("g".to_owned(), 5), ("f".to_owned(), 7)]);
    }
}
