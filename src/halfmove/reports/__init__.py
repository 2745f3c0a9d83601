"""Results as drawings and as self-contained pages."""
