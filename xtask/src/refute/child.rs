//! Programs that a judge runs: for a limited time, with limited memory.

use std::ffi::OsStr;
use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// What a program did.
#[derive(Debug)]
pub struct ChildReport {
    /// Its exit code; `None` when a signal ended it.
    pub code: Option<i32>,
    /// The signal that ended it.
    pub signal: Option<i32>,
    /// Whether it had to be ended.
    pub hung: bool,
    /// Its standard output.
    pub out: Vec<u8>,
    /// Its standard error.
    pub err: Vec<u8>,
}

impl ChildReport {
    /// Standard output as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.out).into_owned()
    }

    /// Standard error as text.
    pub fn errors(&self) -> String {
        String::from_utf8_lossy(&self.err).into_owned()
    }

    /// What no program of ours may ever do: panic, hang, or die by a signal.
    pub fn misbehaved(&self) -> Option<String> {
        if self.hung {
            return Some("hangs".into());
        }
        if let Some(signal) = self.signal {
            return Some(format!("is ended by signal {signal}"));
        }
        (self.code == Some(70) || self.errors().contains("panicked")).then(|| format!("panics: {}", self.errors()))
    }
}

/// Runs a program in a folder, with these bytes as its standard input. The limit is one against hangs on the busiest machine.
pub fn run<A: AsRef<OsStr>>(
    program: &Path,
    arguments: &[A],
    folder: &Path,
    input: &[u8],
    limit: Duration,
) -> Result<ChildReport, String> {
    // The shell sets the limit of memory, 4 GiB, and is gone.
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -v 4194304; exec \"$0\" \"$@\""]);
    command.arg(program).args(arguments).current_dir(folder);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command
        .spawn()
        .map_err(|e| format!("{} does not start: {e}", program.display()))?;
    let (mut stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    std::thread::scope(|scope| {
        scope.spawn(move || stdin.as_mut().map(|stdin| stdin.write_all(input)));
        let (out, err) = (scope.spawn(|| all(stdout)), scope.spawn(|| all(stderr)));
        let (status, hung) = wait(&mut child, limit).map_err(|e| e.to_string())?;
        let joined = "invariant: reading does not panic";
        Ok(ChildReport {
            code: status.code(),
            signal: status.signal().filter(|_| !hung),
            hung,
            out: out.join().expect(joined),
            err: err.join().expect(joined),
        })
    })
}

fn all(from: Option<impl Read>) -> Vec<u8> {
    let mut bytes = Vec::new();
    // What was read before an error is all there is.
    let _ = from.map(|mut from| from.read_to_end(&mut bytes));
    bytes
}

/// Waits until the program ends, or ends it; and whether it had to be ended.
fn wait(child: &mut Child, limit: Duration) -> std::io::Result<(std::process::ExitStatus, bool)> {
    let begun = Instant::now();
    let mut pause = Duration::from_micros(500);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok((status, false));
        }
        if begun.elapsed() > limit {
            child.kill()?;
            return Ok((child.wait()?, true));
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}
