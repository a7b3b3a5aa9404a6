//! What can be said about a subject beside its name.

/// How a subject is built, called and limited.
#[derive(Clone, Debug, PartialEq)]
pub struct SubjectOptions {
    /// Further flags for the compiler.
    pub cflags: Vec<String>,
    /// The prototype in the notation of C, where it cannot be found out: `double f(double x, float y, int n)`.
    pub signature: Option<String>,
    /// Which result counts: 0 is the returned value, 1 the first parameter that is a result, and so on.
    pub result: Option<usize>,
    /// Fixed point: an argument (by name, or by position from 0) or `result`, and the exponent s: k stands for k·2^s.
    pub scales: Vec<(String, i32)>,
    /// Answers that mean an error.
    pub reject_values: Vec<f64>,
    /// Time for one call.
    pub seconds_per_call: f64,
    /// Bytes that a call may write to standard output and error.
    pub output_limit: u64,
    /// Bytes of address space for the process; 0 for no limit.
    pub memory_limit: u64,
    /// A command gets decimals instead of hexadecimal floats.
    pub decimal: bool,
    /// The names of the arguments in order; empty if their number is not known.
    pub arguments: Vec<String>,
    /// Further sources and libraries to link.
    pub link: Vec<String>,
}

impl Default for SubjectOptions {
    fn default() -> SubjectOptions {
        SubjectOptions {
            cflags: vec![],
            signature: None,
            result: None,
            scales: vec![],
            reject_values: vec![],
            seconds_per_call: 1.0,
            output_limit: 1 << 20,
            memory_limit: 4 << 30,
            decimal: false,
            arguments: vec![],
            link: vec![],
        }
    }
}
