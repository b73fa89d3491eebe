//! Our own engine from inside, as the doctor tells of it: healthy as it is, and found sick with each fault in reach.

use adoube_lab::doctor::whitebox::{examine_self, laws};
use adoube_lab::doctor::{Examined, Law, Pace, Replay, Settings, Watcher};

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
    assert!(checkup.is_healthy(), "{}", checkup.json(None));
}

/// A file as an examination from inside leaves it.
#[cfg(not(feature = "faults"))]
const BROKEN: &str = r#"{
    "law": "inside/exchange", "says": "", "inside": { "fault": null },
    "trial": { "pace": "quick", "game": null, "seed": 1 },
    "finding": {
        "certainty": "sure", "summary": "it was broken", "failed": 1, "tried": 2, "culprits": [], "breaks": "",
        "evidence": { "fen": null, "moves": [], "expected": "a", "seen": "b", "transcript": [] }
    }
}"#;

#[test]
#[cfg(not(feature = "faults"))]
fn a_finding_from_inside_is_replayed_by_trying_its_law_again() {
    let replay: Replay = serde_json::from_str(BROKEN).unwrap();
    assert!(replay.partner().is_none());
    let now = replay.try_again(None, &Nobody).unwrap();
    assert_eq!(now.law.id(), "inside/exchange");
    assert!(matches!(now.verdict, adoube_lab::doctor::Verdict::Pass(_)), "{now:?}");
    let unknown: Replay = serde_json::from_str(&BROKEN.replace("inside/exchange", "inside/nothing")).unwrap();
    assert!(unknown.try_again(None, &Nobody).is_err());
    let faulty: Replay = serde_json::from_str(&BROKEN.replace("null }", "\"exchange-sign\" }")).unwrap();
    assert!(faulty.try_again(None, &Nobody).unwrap_err().to_string().contains("--features faults"));
}

/// Faults are in force in the whole process: one test tries them one after the other.
#[cfg(feature = "faults")]
fn is_replayed(law: &str, fault: rules::faults::Fault) {
    rules::faults::Fault::put_in_force(Some(fault));
    let checkup = examine_self(&settings(&[law]), &Nobody);
    let replay = Replay::of(&checkup.examined[0], &checkup).unwrap();
    rules::faults::Fault::put_in_force(None);
    let text = serde_json::to_string(&replay).unwrap();
    let replay: Replay = serde_json::from_str(&text).unwrap();
    let now = replay.try_again(None, &Nobody).unwrap();
    rules::faults::Fault::put_in_force(None);
    assert_eq!(now.verdict.finding(), Some(&replay.finding), "{law}");
}

#[test]
#[cfg(not(feature = "faults"))]
fn our_own_engine_is_healthy_inside() {
    let checkup = examine_self(&settings(&[]), &Nobody);
    assert_eq!(checkup.examined.len(), laws().count());
    assert!(checkup.is_healthy(), "{}", checkup.json(None));
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
    is_replayed("inside/exchange", "exchange-sign".parse().unwrap());
    is_replayed("inside/shown-scores", "mate-in-plies".parse().unwrap());
    assert!(laws().any(|law| law.id() == "inside/shown-scores"));
    assert!(examine_self(&settings(&["inside/shown-scores"]), &Nobody).is_healthy());
}
