//! Our own engine from inside, as the doctor tells of it: healthy as it is, and found sick with each fault in reach.

use adoube_lab::doctor::whitebox::{examine_self, laws};
use adoube_lab::doctor::{Examined, Law, Pace, Settings, Watcher};

struct Nobody;

impl Watcher for Nobody {
    fn begins(&self, _: usize, _: usize, _: &Law) {}
    fn ends(&self, _: &Examined) {}
}

fn settings(only: &[&str]) -> Settings {
    let only = only.iter().map(|law| adoube_lab::doctor::Only::Law((*law).to_owned())).collect();
    Settings { pace: Pace::Quick, only, ..Settings::default() }
}

#[test]
fn a_law_can_be_asked_for_alone() {
    let checkup = examine_self(&settings(&["inside/clock"]), &Nobody);
    assert_eq!(checkup.examined.len(), 1);
    assert!(checkup.is_healthy(), "{}", checkup.json());
}

#[test]
#[cfg(not(feature = "faults"))]
fn our_own_engine_is_healthy_inside() {
    let checkup = examine_self(&settings(&[]), &Nobody);
    assert_eq!(checkup.examined.len(), laws().count());
    assert!(checkup.is_healthy(), "{}", checkup.json());
    assert_eq!(checkup.tally().untold, 0);
}

/// Which law each fault breaks is tried in the engine's own tests; here only what the engine does not know of.
#[test]
#[cfg(feature = "faults")]
fn faults_in_what_is_shown_are_found() {
    use rules::faults::Fault;
    for fault in Fault::ALL.iter().filter(|fault| fault.inside_law() == Some("inside/shown-scores")) {
        Fault::put_in_force(Some(*fault));
        let checkup = examine_self(&settings(&["inside/shown-scores"]), &Nobody);
        Fault::put_in_force(None);
        assert!(!checkup.is_healthy(), "{}", fault.name());
    }
    assert!(laws().any(|law| law.id() == "inside/shown-scores"));
    assert!(examine_self(&settings(&["inside/shown-scores"]), &Nobody).is_healthy());
}
