"""Nodes that are LIVE but INACTIVE: what ITERSSS* writes into a block beside `blocks.LIVE` and `blocks.SOLVED`."""

ASLEEP, HELD = -2, -3  # as an active block: LIVE but INACTIVE; HELD: a MAX node that was entered and lacked space
WOKEN = -10  # added to ASLEEP or HELD: such a node after it was woken
