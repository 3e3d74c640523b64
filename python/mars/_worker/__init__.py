"""What runs in the processes in which a worker calls users' functions. The engine starts them; programs do not import this."""
