"""No function of this package is written by hand."""
