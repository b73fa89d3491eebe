//! The audits: a healthy engine breaks no law, and with the feature `faults` every fault in their reach is found by its law.

use adoube_engine::audit::{AUDITS, Effort};

#[cfg(feature = "faults")]
mod faults {
    use std::sync::{Mutex, MutexGuard, PoisonError};

    use adoube_engine::audit::{AUDITS, Effort};
    use rules::faults::Fault;

    /// One fault at a time is in force in a process, so one test at a time.
    static ALONE: Mutex<()> = Mutex::new(());

    pub fn alone() -> MutexGuard<'static, ()> {
        ALONE.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The law of the engine's insides that a fault breaks. How scores are shown is not the engine's business.
    fn law(fault: Fault) -> Option<&'static str> {
        fault.inside_law().and_then(|law| law.strip_prefix("inside/")).filter(|law| *law != "shown-scores")
    }

    #[test]
    fn every_fault_in_reach_is_found_by_the_law_it_breaks() {
        let _alone = alone();
        let mut missed = Vec::new();
        for fault in Fault::ALL {
            let Some(law) = law(*fault) else { continue };
            let audit = AUDITS.iter().find(|audit| audit.law.name == law).expect("a law that is audited");
            Fault::put_in_force(Some(*fault));
            let audited = audit.run(Effort::LEAST);
            Fault::put_in_force(None);
            match audited.broken() {
                Some(broken) => println!(
                    "{}: {} of {}: {} {} {}: expected {}; seen {}",
                    fault.name(),
                    audited.failed,
                    audited.cases,
                    broken.game,
                    broken.fen,
                    broken.moves.join(" "),
                    broken.expected,
                    broken.seen
                ),
                None => missed.push(fault.name()),
            }
        }
        assert!(missed.is_empty(), "missed: {missed:?}");
    }

    #[test]
    #[ignore = "some minutes: cargo test --release -p adoube-engine --features faults --test audits -- --ignored"]
    fn the_first_law_broken_is_the_one_a_fault_is_listed_with() {
        let _alone = alone();
        let mut wrong = Vec::new();
        for fault in Fault::ALL {
            Fault::put_in_force(Some(*fault));
            let first = AUDITS.iter().map(|audit| audit.run(Effort::LEAST)).find(|audited| audited.broken().is_some());
            Fault::put_in_force(None);
            let first = first.map(|audited| audited.law.name);
            println!("{}: {}", fault.name(), first.unwrap_or("-"));
            if first != law(*fault) {
                wrong.push((fault.name(), first));
            }
        }
        assert!(wrong.is_empty(), "{wrong:?}");
    }
}

#[test]
fn a_healthy_engine_breaks_no_law() {
    #[cfg(feature = "faults")]
    let _alone = faults::alone();
    for audit in AUDITS {
        let begun = std::time::Instant::now();
        let audited = audit.run(Effort::LEAST);
        println!("{:22} {:>7} cases {:6.2} s", audit.law.name, audited.cases, begun.elapsed().as_secs_f64());
        assert_eq!(audited.broken(), None, "{}", audit.law.name);
        assert!(audited.cases > 0, "{} was not tried", audit.law.name);
    }
}

#[test]
fn every_law_has_a_name_of_its_own() {
    let mut names: Vec<&str> = AUDITS.iter().map(|audit| audit.law.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), AUDITS.len());
}
