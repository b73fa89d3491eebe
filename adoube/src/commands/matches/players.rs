//! The players of a match, from the words of a command line.

use std::fmt::Display;
use std::str::FromStr;

use anyhow::{Context, bail};
use lab::engines::{ClockControl, EngineEntry, PlayerLimits, Roster};

use super::arguments::Common;

/// The argument whose values may have a colon of their own: 1:30 is a time.
const CLOCK: &str = "--tc";
/// The clock where nobody has said anything.
const USUAL_CLOCK: &str = "8+0.08";

/// The players with all that is said about them.
pub fn players(words: &[String], common: &Common) -> anyhow::Result<Vec<EngineEntry>> {
    let roster = common.engines.as_deref().map(Roster::read).transpose()?.unwrap_or_default();
    let own = crate::program().context("adoube's own file")?;
    let mut players = Vec::new();
    for word in words {
        players.push(roster.find(word, &own)?);
    }
    make_names_differ(&mut players);

    let names: Vec<String> = players.iter().map(|player| player.name.clone()).collect();
    let mut limits = vec![PlayerLimits::default(); players.len()];
    for (place, clock) in values::<ClockControl>(CLOCK, &common.tc, &names)? {
        limits[place].clock = Some(clock);
    }
    for (place, ms) in values::<u64>("--movetime", &common.movetime, &names)? {
        limits[place].move_time_ms = Some(ms.max(1));
    }
    for (place, nodes) in values::<u64>("--nodes", &common.nodes, &names)? {
        limits[place].nodes = Some(nodes.max(1));
    }
    for (place, depth) in values::<u32>("--depth", &common.depth, &names)? {
        limits[place].depth = Some(depth.max(1));
    }
    let usual = PlayerLimits { clock: Some(USUAL_CLOCK.parse()?), ..PlayerLimits::default() };
    for (player, given) in players.iter_mut().zip(&limits) {
        player.limits = given.or(&player.limits).or(&usual);
        player.ponder |= common.ponder;
        player.restart |= common.restart;
    }
    let threads = values::<u64>("--threads", &common.threads, &names)?.into_iter();
    let hash = values::<u64>("--hash", &common.hash, &names)?.into_iter();
    let numbers = threads.map(|value| ("Threads", value)).chain(hash.map(|value| ("Hash", value)));
    for (name, (place, value)) in numbers {
        players[place].set_option(name, value.to_string());
    }
    for (place, Pair(name, value)) in values::<Pair>("--option", &common.option, &names)? {
        players[place].set_option(&name, value);
    }
    Ok(players)
}

/// A name and a value.
struct Pair(String, String);

impl FromStr for Pair {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
        Ok(Self(name.trim().to_owned(), value.trim().to_owned()))
    }
}

/// Whom a value is for, and what it is: those for all come first, so that those for one can differ.
fn values<T: FromStr>(argument: &str, given: &[String], names: &[String]) -> anyhow::Result<Vec<(usize, T)>>
where
    T::Err: Display,
{
    let read = |text: &str| match text.parse::<T>() {
        Ok(value) => Ok(value),
        Err(error) if text.contains(':') => {
            bail!("{argument}: {text}: {error}, or one of the players ({}) before the colon", names.join(", "))
        }
        Err(error) => bail!("{argument}: {text}: {error}"),
    };
    let (mut for_all, mut for_one) = (Vec::new(), Vec::new());
    for text in given {
        match split_player(text, names, argument == CLOCK) {
            Some((place, value)) => for_one.push((place, read(value)?)),
            None => {
                for place in 0..names.len() {
                    for_all.push((place, read(text)?));
                }
            }
        }
    }
    for_all.append(&mut for_one);
    Ok(for_all)
}

/// The player before the colon, if there is one: a colon may also be part of the value.
fn split_player<'a>(text: &'a str, names: &[String], is_clock: bool) -> Option<(usize, &'a str)> {
    let (player, value) = text.split_once(':')?;
    let by_name = names.iter().position(|name| name == player);
    // Two digits after the colon are seconds.
    let seconds = value.split(['+', '.']).next().unwrap_or_default();
    let is_time = is_clock && seconds.len() == 2 && seconds.bytes().all(|byte| byte.is_ascii_digit());
    let by_number = || {
        let number = player.parse::<usize>().ok().filter(|number| (1..=names.len()).contains(number))?;
        (!is_time).then_some(number - 1)
    };
    by_name.or_else(by_number).map(|place| (place, value))
}

/// Two players of one name get numbers.
fn make_names_differ(players: &mut [EngineEntry]) {
    for place in 1..players.len() {
        let (before, rest) = players.split_at_mut(place);
        let is_taken = |name: &str| before.iter().any(|player| player.name == name);
        let name = rest[0].name.clone();
        let mut number = 2;
        while is_taken(&rest[0].name) {
            rest[0].name = format!("{name}-{number}");
            number += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> Vec<String> {
        ["a", "b"].map(str::to_owned).to_vec()
    }

    #[test]
    fn a_value_is_for_all_or_for_the_player_that_is_named() {
        let given = ["b:5", "3", "1:7"].map(str::to_owned);
        let found = values::<u64>("--nodes", &given, &names()).unwrap();
        assert_eq!(found, [(0, 3), (1, 3), (1, 5), (0, 7)]);
        let error = values::<u64>("--nodes", &["b:x".to_owned()], &names()).unwrap_err().to_string();
        assert!(error.starts_with("--nodes: x: invalid digit"), "{error}");
    }

    #[test]
    fn minutes_are_no_player() {
        assert_eq!(split_player("1:30+1", &names(), true), None);
        assert_eq!(split_player("1:2+1", &names(), true), Some((0, "2+1")));
        assert_eq!(split_player("2:1:30+1", &names(), true), Some((1, "1:30+1")));
        assert_eq!(split_player("b:40/60", &names(), true), Some((1, "40/60")));
        assert_eq!(split_player("2:50", &names(), false), Some((1, "50")));
        assert_eq!(split_player("SyzygyPath=/a:/b", &names(), false), None);
    }

    #[test]
    fn twins_get_different_names() {
        let mut players = vec![EngineEntry { name: "x".to_owned(), ..EngineEntry::default() }; 3];
        make_names_differ(&mut players);
        let names: Vec<&str> = players.iter().map(|player| player.name.as_str()).collect();
        assert_eq!(names, ["x", "x-2", "x-3"]);
    }
}
