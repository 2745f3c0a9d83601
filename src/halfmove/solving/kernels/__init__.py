"""Jobs on many positions, in plain Python or machine code: one kernel, whose state `job` selects the job."""
