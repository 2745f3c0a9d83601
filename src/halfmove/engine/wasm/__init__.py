"""Programs as WebAssembly modules, which run in a web page: the fourth target of one source."""
