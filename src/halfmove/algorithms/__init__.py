"""How trees are searched: one file and one function per algorithm; `registry` lists them."""
