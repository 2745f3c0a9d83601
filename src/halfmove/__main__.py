"""`python -m halfmove`: the command line without its script."""

from halfmove.cli import run

if __name__ == "__main__":
    run()
