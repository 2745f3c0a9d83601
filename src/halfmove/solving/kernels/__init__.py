"""What is done with many positions at once, at both speeds: one kernel, whose `job` says which."""
