//! When to begin again, to forget, and to change the manner of the search. Everything is counted, nothing is timed.

/// A mean that forgets: v ← v + α (x − v), with α = 1/n for the n-th value until that is below the given α.
struct FadingMean {
    value: f64,
    alpha: f64,
    count: f64,
}

impl FadingMean {
    fn new(window: f64) -> FadingMean {
        FadingMean {
            value: 0.0,
            alpha: 1.0 / window,
            count: 0.0,
        }
    }

    fn add(&mut self, x: f64) {
        self.count += 1.0;
        self.value += (x - self.value) * self.alpha.max(1.0 / self.count);
    }
}

/// The sequence 1, 1, 2, 1, 1, 2, 4, … of Luby, Sinclair and Zuckerman, in Knuth's form: (u, v) → next.
struct Reluctant {
    u: i64,
    v: i64,
}

impl Reluctant {
    fn advance(&mut self) -> u64 {
        let value = self.v as u64;
        if self.u & -self.u == self.v {
            (self.u, self.v) = (self.u + 1, 1);
        } else {
            self.v *= 2;
        }
        value
    }
}

const CALM_UNIT: u64 = 1024;
const EAGER_GAP: u64 = 2;
const MARGIN: f64 = 1.1;
const FIRST_MODE: u64 = 1000;
const REDUCE_UNIT: u64 = 300;
const REPHASE_UNIT: u64 = 1000;

/// The counters of the search.
pub struct Pace {
    fast: FadingMean,
    slow: FadingMean,
    reluctant: Reluctant,
    restart_at: u64,
    /// In the calm mode restarts are rare and scores change slowly; it finds models. The other one refutes.
    pub calm: bool,
    mode_at: u64,
    mode_ticks: Option<u64>,
    mode_began: u64,
    modes: u64,
    reduce_at: u64,
    reductions: u64,
    rephase_at: u64,
    rephases: u64,
}

impl Pace {
    pub fn new() -> Pace {
        Pace {
            fast: FadingMean::new(33.0),
            slow: FadingMean::new(1e5),
            reluctant: Reluctant { u: 1, v: 1 },
            restart_at: EAGER_GAP,
            calm: false,
            mode_at: FIRST_MODE,
            mode_ticks: None,
            mode_began: 0,
            modes: 0,
            reduce_at: REDUCE_UNIT,
            reductions: 0,
            rephase_at: REPHASE_UNIT,
            rephases: 0,
        }
    }

    /// Counts a learnt clause with this many levels.
    pub fn learn(&mut self, glue: u32) {
        self.fast.add(f64::from(glue));
        self.slow.add(f64::from(glue));
    }

    /// Whether to begin again: in turn after Luby's counts when calm, else when clauses are getting worse.
    pub fn restarts(&mut self, conflicts: u64) -> bool {
        if conflicts < self.restart_at {
            return false;
        }
        if self.calm {
            self.restart_at = conflicts + CALM_UNIT * self.reluctant.advance();
            return true;
        }
        let is_worse = self.fast.value > MARGIN * self.slow.value;
        self.restart_at = conflicts + if is_worse { EAGER_GAP } else { 0 };
        is_worse
    }

    /// Whether to change the mode: first after some conflicts, then when the modes have had equal, growing shares of the work.
    pub fn changes_mode(&mut self, conflicts: u64, ticks: u64) -> bool {
        let due = match self.mode_ticks {
            None => conflicts >= FIRST_MODE,
            Some(_) => ticks >= self.mode_at,
        };
        if !due {
            return false;
        }
        let unit = *self.mode_ticks.get_or_insert(ticks - self.mode_began);
        self.modes += 1;
        let rounds = self.modes.div_ceil(2);
        self.mode_at = ticks + unit * rounds * rounds;
        self.calm = !self.calm;
        self.restart_at = conflicts + if self.calm { CALM_UNIT } else { EAGER_GAP };
        true
    }

    /// Whether to forget clauses; the gaps grow slowly.
    pub fn reduces(&mut self, conflicts: u64) -> bool {
        if conflicts < self.reduce_at {
            return false;
        }
        self.reductions += 1;
        self.reduce_at = conflicts + REDUCE_UNIT * (self.reductions + 1);
        true
    }

    /// Whether to set the phases anew.
    pub fn rephases(&mut self, conflicts: u64) -> bool {
        if conflicts < self.rephase_at {
            return false;
        }
        self.rephases += 1;
        self.rephase_at = conflicts + REPHASE_UNIT * (self.rephases + 1);
        true
    }
}
