# For OpenBench and for those who type make: builds the engine for this machine and puts it at $(EXE).
# CPU=x86-64-v3 (or any other name rustc knows) builds for other machines.

EXE ?= adoube
CPU ?= native
CARGO ?= cargo
BUILT := $(or $(CARGO_TARGET_DIR),target)/release/adoube

ifeq ($(OS),Windows_NT)
  BUILT := $(BUILT).exe
  ifeq ($(suffix $(EXE)),)
    override EXE := $(EXE).exe
  endif
endif

# The flags go through the environment: given to `cargo rustc` they would reach only the last crate.
all:
	RUSTFLAGS="-C target-cpu=$(CPU)" $(CARGO) build --release --locked --package adoube
	cp "$(BUILT)" "$(EXE)"

check:
	.ci/run

clean:
	$(CARGO) clean

.PHONY: all check clean
