//! Weights as Rust source, laid out as a person would.

use std::fmt::Write as _;

use engine::eval::{Group, Pair, Weights};

/// How many weights stand in a line: a rank of the board.
const LINE: usize = 8;

/// The source of a file of weights: what `name` (such as "chess") is called, what is said of its data, and the weights in
/// the order of their numbers.
pub fn table(name: &str, title: &str, notes: &[String], weights: &[Pair]) -> String {
    let heading = format!("The weights of {title}, middle game and endgame, in centipawns.");
    let mut text = format!("//! {heading}\n//!\n");
    for note in notes {
        let _ = writeln!(text, "{}", format!("//! {note}").trim_end());
    }
    let _ = write!(
        text,
        "\nuse super::pair::s;\nuse super::weights::Weights;\n\n/// {heading}\n#[rustfmt::skip]\npub(super) static {}: \
         Weights = Weights {{\n",
        name.to_uppercase()
    );
    for group in Weights::groups() {
        let own: Vec<String> = weights.iter().skip(group.first).take(group.count()).map(|w| format!("{w:?}")).collect();
        let _ = writeln!(text, "    {}: {},", group.name, value(&group, &own));
    }
    text.push_str("};\n");
    text
}

/// The value of a group: one weight, a row of them, or rows of rows.
fn value(group: &Group, weights: &[String]) -> String {
    match group.dimensions.as_slice() {
        [] => weights.concat(),
        [_] => array(weights, 1),
        [_, inner @ ..] => {
            let rows = weights.chunks(inner.iter().product::<usize>().max(1));
            let rows: String = rows.map(|row| format!("        {},\n", array(row, 2))).collect();
            format!("[\n{rows}    ]")
        }
    }
}

/// An array so many levels deep in the file; in columns if it takes more than a line.
fn array(weights: &[String], level: usize) -> String {
    if weights.len() <= LINE {
        return format!("[{}]", weights.join(", "));
    }
    let width = weights.iter().map(String::len).max().unwrap_or(0) + 1;
    let indent = "    ".repeat(level);
    let mut text = "[\n".to_owned();
    for line in weights.chunks(LINE) {
        let cells: Vec<String> = line.iter().map(|weight| format!("{:width$}", format!("{weight},"))).collect();
        let _ = writeln!(text, "{indent}    {}", cells.join(" ").trim_end());
    }
    let _ = write!(text, "{indent}]");
    text
}
