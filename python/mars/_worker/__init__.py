"""What runs in the processes in which a worker calls users' functions. Programs do not import this."""
