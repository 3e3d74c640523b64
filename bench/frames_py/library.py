"""What every library of the suite has."""


class Library:
    """Its tables are loaded by load(names), which lets go of others; case(name) is a function that runs a case."""

    pause = 0.05  # seconds between runs, in which what the last run left is freed
    rest = 0.0  # seconds before the first run of a case that is checked, in which memory that the case before needed goes back to the system

    def forget(self):
        """Lets go of the answer to the last run where the library itself keeps it."""
