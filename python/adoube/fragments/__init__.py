"""Tools for those who write agents for Chess Fragments: `adoube fragments check`, `review` and `arena`."""
