"""What kernels keep in memory: OPEN and BACKUP as blocks, transposition tables. Each is written once."""
