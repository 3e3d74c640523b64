"""mars-supervisor."""

from ..._binary import become

if __name__ == "__main__":
    become("mars-supervisor")
