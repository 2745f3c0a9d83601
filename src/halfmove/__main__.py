"""`python -m halfmove`: the command line without the script `halfmove`."""

from halfmove.cli import run

if __name__ == "__main__":
    run()
