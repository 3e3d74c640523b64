"""Functions of users, and of pandas and NumPy, on values of the cluster: what is sent, what is told of what they give."""
