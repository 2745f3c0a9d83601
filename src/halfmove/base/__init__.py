"""Checks, files, text output and other basics that all layers share."""
