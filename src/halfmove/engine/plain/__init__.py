"""Searching in plain Python: any objects, recording, no compiler."""
