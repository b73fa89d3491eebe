//! dev
use adoube_lab::doctor::*;
use adoube_lab::engines::*;
struct W;
impl Watcher for W {
    fn begins(&self, _: usize, _: usize, _: &Law) {}
    fn ends(&self, e: &Examined) {
        eprintln!("   {:5.1}s {}", e.time.as_secs_f64(), e.law);
    }
}
fn main() {
    let a: Vec<String> = std::env::args().skip(1).collect();
    let mut e = Roster::default().find(&a[0], std::path::Path::new("/root/adoube-data/bin/m5")).unwrap();
    let pace = match a[1].as_str() {
        "quick" => Pace::Quick,
        "usual" => Pace::Usual,
        _ => Pace::Deep,
    };
    let only = if a[2] == "all" { vec![] } else { a[2].split(',').map(|o| o.parse().unwrap()).collect() };
    for o in &a[3..] {
        let (n, v) = o.split_once('=').unwrap();
        e.options.insert(n.into(), OptionValue::Text(v.into()));
    }
    let s = Settings { pace, only, seed: 1, budget: None };
    match examine(&e, &s, &W) {
        Ok(c) => {
            println!("{}", c.text(std::path::Path::new("out")));
            std::fs::write("/tmp/doctor-report.html", c.html()).unwrap();
            for one in c.findings() {
                if let Some(r) = Replay::of(one, &e) {
                    std::fs::write(
                        format!("/tmp/doctor-{}", replay_file(&one.law)),
                        serde_json::to_string_pretty(&r).unwrap(),
                    )
                    .unwrap();
                }
            }
        }
        Err(e) => println!("{e}"),
    }
}
