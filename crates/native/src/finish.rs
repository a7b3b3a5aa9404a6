//! The end of a search for `stress`: of every kill, the simplest input, and rather one on which the returned value is
//! wrong.

use crate::kill::HazardKill;
use crate::pool::beside;
use crate::search::{InputSearch, SearchEvent};
use crate::simple::{cost, list_simpler};
use instrument::RunOutcome;
use optimize::Value;
use suite::stress::Correctness;

/// Points of each hazard that are kept during the search. They are what variations begin from: enough to differ, and
/// each is a copy of an input in memory.
const KEPT: usize = 12;

/// Points that are tried until a returned value is wrong. A wrong value is worth more to a user than a death alone,
/// so that this is most of what a hazard costs after the search; `scripts/bench_stress.py` shows how many are found.
const TRIES: usize = 4_000;

/// What a death weighs more that may follow from another one, and points that are tried until one does not. The weight is
/// the number of classes, so that any death of its own comes before all that follow. The points are a quarter of [`TRIES`]:
/// a death that is no finding of its own is worth less than a wrong value; `scripts/bench_stress.py` shows the findings.
const FOLLOWS: u8 = 3;
const FIRST_TRIES: usize = 1_000;

/// Turns of all numbers while a point is made simpler, and points that are tried for that. A simpler number in one
/// place may make room in another, which a second turn finds; the points are calls of the code, and only for the
/// looks of a report.
const TURNS: usize = 3;
const SHRINKS: u32 = 1_500;

/// A point that kills a hazard.
struct KillAttempt {
    point: Vec<Value>,
    /// How much it shows: 0 a wrong value, 1 a value, 2 no return; three more where another hazard died before.
    class: u8,
    cost: f64,
    kill: HazardKill,
}

impl KillAttempt {
    fn is_better_than(&self, other: &KillAttempt) -> bool {
        (self.class, self.cost) < (other.class, other.cost)
    }
}

impl InputSearch<'_> {
    /// Keeps the first points that kill each hazard.
    pub(crate) fn keep_kills(&mut self, point: &[Value]) {
        for (hazard, kept) in self.kills.iter_mut().enumerate() {
            let record = self.loaded.record((self.job.branches() + hazard) as u32);
            if kept.len() < KEPT && record.is_some_and(|r| r.hits[1] > 0) {
                kept.push(point.to_vec());
            }
        }
    }

    /// Tells the best kill of each hazard that died.
    pub(crate) fn finish(&mut self) {
        if !self.job.stress.as_ref().is_some_and(|stress| stress.simplify) {
            return;
        }
        for hazard in 0..self.kills.len() {
            let Some(known) = self.best_known(hazard) else {
                continue;
            };
            let known = self.first_in_its_run(hazard, known);
            let found = self.wrong_value(hazard, known);
            let kill = self.simplified(hazard, found).kill;
            (self.tell)(SearchEvent::Killed { hazard, kill });
        }
    }

    fn best_known(&mut self, hazard: usize) -> Option<KillAttempt> {
        let mut best: Option<KillAttempt> = None;
        for point in self.kills[hazard].clone() {
            let attempt = self.attempt(hazard, point);
            let is_better = |a: &KillAttempt| best.as_ref().is_none_or(|b| a.is_better_than(b));
            best = attempt.filter(is_better).or(best);
        }
        best
    }

    /// Calls a point; none if the hazard does not die.
    fn attempt(&mut self, hazard: usize, point: Vec<Value>) -> Option<KillAttempt> {
        let outcome = self.call(&point);
        let record = self.loaded.record((self.job.branches() + hazard) as u32)?;
        if record.hits[1] == 0 {
            return None;
        }
        let mut kill = self.kill(hazard, outcome);
        let returned = (outcome == RunOutcome::Returned).then_some(kill.output.as_slice());
        kill.answer = self.second.as_mut().and_then(|second| second.answer(&point, returned));
        let is_wrong = kill.answer.as_ref().is_some_and(|a| a.verdict == Correctness::Wrong);
        let class = match (is_wrong, outcome) {
            (true, _) => 0,
            (false, RunOutcome::Returned) => 1,
            _ => 2,
        };
        let class = class + if kill.after.is_empty() { 0 } else { FOLLOWS };
        let costs = self
            .domains
            .iter()
            .zip(&point)
            .map(|(domain, &value)| cost(domain, value));
        Some(KillAttempt {
            cost: costs.sum(),
            class,
            kill,
            point,
        })
    }

    /// Looks for a point on which nothing else had gone wrong before.
    fn first_in_its_run(&mut self, hazard: usize, known: KillAttempt) -> KillAttempt {
        if self.domains.is_empty() || known.class < FOLLOWS {
            return known;
        }
        for _ in 0..FIRST_TRIES {
            let point = self.varied(hazard);
            if let Some(found) = self.attempt(hazard, point).filter(|a| a.class < FOLLOWS) {
                return found;
            }
        }
        known
    }

    /// Looks for a point on which the returned value is wrong, if there is a reference to tell.
    fn wrong_value(&mut self, hazard: usize, known: KillAttempt) -> KillAttempt {
        if self.second.is_none() || self.domains.is_empty() || known.class == 0 {
            return known;
        }
        for _ in 0..TRIES {
            let point = self.varied(hazard);
            if let Some(found) = self.attempt(hazard, point).filter(|a| a.class == 0) {
                return found;
            }
        }
        known
    }

    /// One of the kept points with one to three numbers changed.
    fn varied(&mut self, hazard: usize) -> Vec<Value> {
        let n = self.below(self.kills[hazard].len());
        let mut point = self.kills[hazard][n].clone();
        for _ in 0..=self.below(3) {
            let i = self.below(point.len());
            point[i] = match self.below(4) {
                0 | 1 => self.pick(i),
                // Equal numbers, and numbers close to each other, are what code often asks for.
                2 => {
                    let other = point[self.below(point.len())];
                    self.domains[i].clamp(other)
                }
                _ => {
                    let step = self.stray();
                    let step = if self.below(2) == 0 { step } else { -step };
                    beside(&self.domains[i], point[i], step)
                }
            };
        }
        point
    }

    /// Puts simpler numbers in the place of others as long as the point shows as much.
    fn simplified(&mut self, hazard: usize, mut best: KillAttempt) -> KillAttempt {
        let mut left = SHRINKS;
        for _ in 0..TURNS {
            let before = best.cost;
            for i in 0..best.point.len() {
                for value in list_simpler(&self.domains[i], best.point[i]) {
                    if left == 0 {
                        return best;
                    }
                    left -= 1;
                    let mut point = best.point.clone();
                    point[i] = value;
                    let attempt = self.attempt(hazard, point);
                    if let Some(simpler) = attempt.filter(|a| a.is_better_than(&best)) {
                        best = simpler;
                        break;
                    }
                }
            }
            if best.cost == before {
                break;
            }
        }
        best
    }
}
