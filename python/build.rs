//! Some linkers must be told that Python's own symbols are found when Python loads the library.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
