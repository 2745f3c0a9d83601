"""The searches of a player, in the words of kernels."""
