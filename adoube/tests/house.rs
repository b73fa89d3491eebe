//! The house of the workspace: who may know whom.

use std::process::Command;

use serde_json::Value;

/// From the roof to the ground: a crate may depend only on crates after it.
const ORDER: [&str; 8] = [
    "adoube-python",
    "adoube",
    "adoube-web",
    "adoube-lab",
    "adoube-forge",
    "adoube-uci",
    "adoube-engine",
    "adoube-rules",
];

#[test]
fn dependencies_point_only_down() {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .args(["--manifest-path", concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.toml")])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let floor = |name: &str| ORDER.iter().position(|known| *known == name);

    let packages = metadata["packages"].as_array().unwrap();
    assert_eq!(packages.len(), ORDER.len(), "a new crate needs a place in the order");
    for package in packages {
        let name = package["name"].as_str().unwrap();
        let own = floor(name).unwrap_or_else(|| panic!("{name} needs a place in the order"));
        for dependency in package["dependencies"].as_array().unwrap() {
            let needed = dependency["name"].as_str().unwrap();
            // Those of the wide world are no part of the house.
            if dependency["path"].is_string() {
                let below = floor(needed).unwrap_or_else(|| panic!("{needed} needs a place in the order"));
                assert!(below > own, "{name} depends on {needed}, which is above it");
            }
        }
    }
}
