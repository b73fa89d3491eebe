"""What the tests need to play with: an opponent, and positions of the framework."""
