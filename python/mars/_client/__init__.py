"""What talks to a cluster: transport, sessions, results, uploads, the server of new_session()."""
