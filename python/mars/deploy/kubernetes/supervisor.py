"""mars-supervisor."""

from ..._client.local import become

if __name__ == "__main__":
    become("mars-supervisor")
