"""Alpha-beta by several processes at once, for games whose evaluation is slow.

young_brothers.py  which subtree may be searched next, and what its result cuts off
jobs.py            a job: the search of one subtree by the kernel, in any process
workers.py         processes on this machine
machines.py        where jobs run: in these processes, or on the workers of a Dask scheduler
progress.py        how far a search is, for its caller
searching.py       a search as jobs, until it is done or its time is over
"""
