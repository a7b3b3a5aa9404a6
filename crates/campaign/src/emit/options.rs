//! What the caller wants of a file.

/// Everything that can be chosen beside the target.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    /// The function to call; by default the name of the specification, as an identifier.
    pub function: Option<String>,
    /// The file to include.
    pub header: Option<String>,
    /// The module to import from.
    pub module: Option<String>,
    /// What the function takes and returns; by default single precision if the specification says so throughout.
    pub number: Option<NumberType>,
    /// Answers that count as an error, beside NaN.
    pub reject_values: Vec<f64>,
    /// The command that makes the file, for its head.
    pub command: String,
}

/// What the function takes and returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberType {
    /// IEEE 754 double precision.
    Double,
    /// IEEE 754 single precision.
    Float,
}
