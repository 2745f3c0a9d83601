"""Proofs that a position is won, or is not: found by proof numbers, kept as data, checked by the rules alone."""

from halfmove.proofs.proof import Proof as Proof
from halfmove.proofs.searching import prove as prove
