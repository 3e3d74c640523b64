"""Random programs in pandas' spelling, run by pandas and by Mars: values, dtypes, labels, names, order and kinds of errors must agree."""
