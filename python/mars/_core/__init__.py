"""Values of the graph as the client sees them: nodes, parameters, descriptions, handles. No network, no numerics."""
