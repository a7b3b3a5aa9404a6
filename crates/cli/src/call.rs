//! How a subject is built and called: arguments that several commands share.

use crate::typed::quote;
use clap::Args;
use suite::hex;

/// How the subject is built and called.
#[derive(Debug, Args)]
#[command(next_help_heading = "Subject")]
pub struct CallArguments {
    /// Flags for the compiler, separated by spaces
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true)]
    pub cflags: Option<String>,
    /// Further source or library to link; may be given several times
    #[arg(long, value_name = "FILE", allow_hyphen_values = true)]
    pub link: Vec<String>,
    /// Types, where they cannot be found out, as in C: 'void f(double x, double *y)'
    #[arg(long, value_name = "PROTOTYPE")]
    pub signature: Option<String>,
    /// Which result counts: 0 is the returned value, 1 the first parameter that is a result
    #[arg(long, value_name = "N")]
    pub result: Option<usize>,
    /// Fixed point: integer k stands for k·2^S in an argument or in `result`; by default as the specification says
    #[arg(long, value_name = "NAME=2^S", value_parser = scale)]
    pub fixed: Vec<(String, i32)>,
    /// An answer that means an error, as NaN does; may be given several times
    #[arg(long, value_name = "V", value_parser = number, allow_hyphen_values = true)]
    pub reject_value: Vec<f64>,
    /// Seconds that one call may take
    #[arg(long, value_name = "T", default_value_t = 1.0, value_parser = seconds)]
    pub time_limit: f64,
    /// Give a command decimals instead of hexadecimal floats
    #[arg(long)]
    pub decimal: bool,
}

impl CallArguments {
    /// For a subject with arguments of these names and scales.
    pub fn options(&self, arguments: Vec<String>, scales: Vec<(String, i32)>) -> subject::SubjectOptions {
        let flags = self.cflags.iter().flat_map(|f| f.split_whitespace());
        subject::SubjectOptions {
            cflags: flags.map(String::from).collect(),
            signature: self.signature.clone(),
            result: self.result,
            scales,
            reject_values: self.reject_value.clone(),
            seconds_per_call: self.time_limit,
            decimal: self.decimal,
            arguments,
            link: self.link.clone(),
            ..subject::SubjectOptions::default()
        }
    }

    /// Scales of fixed-point arguments and results: as typed, else as the specification states them.
    pub fn scales(&self, stated: impl Iterator<Item = (String, i32)>) -> Vec<(String, i32)> {
        let is_typed = |name: &String| self.fixed.iter().any(|(typed, _)| typed == name);
        let stated = stated.filter(|(name, _)| !is_typed(name));
        stated.chain(self.fixed.iter().cloned()).collect()
    }

    /// The words that say the same again.
    pub fn words(&self) -> Vec<String> {
        let mut words = vec![];
        let mut add = |name: &str, value: String| words.push(format!("--{name} {}", quote(&value)));
        self.cflags.iter().for_each(|flags| add("cflags", flags.clone()));
        self.link.iter().for_each(|file| add("link", file.clone()));
        self.signature.iter().for_each(|text| add("signature", text.clone()));
        self.result.iter().for_each(|n| add("result", n.to_string()));
        let fixed = self.fixed.iter();
        fixed.for_each(|(name, s)| add("fixed", format!("{name}=2^{s}")));
        let reject_value = self.reject_value.iter();
        reject_value.for_each(|v| add("reject-value", hex::decimal(*v)));
        if self.time_limit != 1.0 {
            add("time-limit", self.time_limit.to_string());
        }
        if self.decimal {
            words.push("--decimal".into());
        }
        words
    }
}

fn scale(text: &str) -> Result<(String, i32), String> {
    let wrong = || "write it as NAME=2^S, such as x=2^-16".to_string();
    let (name, power) = text.split_once('=').ok_or_else(wrong)?;
    let exponent = power.strip_prefix("2^").ok_or_else(wrong)?;
    Ok((name.into(), exponent.parse().map_err(|_| wrong())?))
}

fn number(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().or_else(|| hex::parse(text));
    number.ok_or_else(|| "it must be a number such as -999 or 0x1p-3".into())
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(t) if (0.001..=86_400.0).contains(&t) => Ok(t),
        _ => Err("it must be a number of seconds from 0.001 to 86400".into()),
    }
}
