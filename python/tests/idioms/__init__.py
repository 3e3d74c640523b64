"""What people write: lines of NumPy and pandas (*.txt), evaluated with these and with Mars.

corpus.py reads the files, line.py evaluates a line both ways, answer.py compares, __main__.py runs everything and counts.
"""
