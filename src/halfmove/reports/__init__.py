"""Results for people: drawings and self-contained pages."""
