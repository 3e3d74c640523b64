"""Calls made from the signatures of what is generated: each form of each function and method with nasty inputs, beside NumPy and pandas.

inputs.py has the inputs, forms.py the values of parameters, calls.py makes the lines, known.py says what is known to differ.
"""
