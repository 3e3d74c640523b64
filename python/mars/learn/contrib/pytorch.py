"""PyTorch on a cluster: scripts whose processes meet with torch.distributed, and datasets whose rows lie in the cluster.

from mars.learn.contrib.pytorch import MarsDataset, run_pytorch_script

run_pytorch_script("train.py", n_workers=2, data={"X": X, "y": y})  # tensors or frames, which the script finds by name
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Any

from ..._core.site import here
from ..._functions.placed import Placement
from ..._worker import scripts
from ...remote import members
from . import _library
from ._rows import Rows

__all__ = [
    "DistributedSampler",
    "MarsDataset",
    "RandomSampler",
    "SequentialSampler",
    "SubsetRandomSampler",
    "run_pytorch_script",
]

_data = _library.there("torch.utils.data")


def run_pytorch_script(
    script: Any,
    n_workers: int,
    data: dict[str, Any] | None = None,
    gpu: bool | None = None,
    command_argv: list[str] | None = None,
    retry_when_fail: bool = False,
    session: Any = None,
    run_kwargs: dict[str, Any] | None = None,
    port: int | None = None,
) -> Any:
    """Runs a script in n_workers processes at the same time, as mars.remote.run_script does, and returns an Object: {"status": "ok"}.

    The script's torch.distributed.init_process_group("gloo") meets the others: RANK, WORLD_SIZE, MASTER_ADDR and MASTER_PORT are there. port is the
    last of these, where it has to be a certain one; else it is one that nobody else uses. NotImplementedError: gpu=True.
    """
    if gpu:
        raise NotImplementedError(
            "run_pytorch_script: gpu=True is not there yet: processes are placed by slots of cores"
        )
    if port is not None and (isinstance(port, bool) or not isinstance(port, int) or not 0 < port < 1 << 16):
        raise ValueError(f"port must be from 1 to 65535, not {port!r}")
    return members(
        _member, script, data, n_workers, command_argv, session, retry_when_fail, run_kwargs,
        more=({} if port is None else {"MASTER_PORT": str(port)},), placement=Placement(), site=here(2),
    )  # fmt: skip


def _member(script: dict[str, Any], data: dict[str, Any], variables: dict[str, str]) -> Any:
    """What each process calls."""
    os.environ.update(variables)
    return scripts.run(script, data)


if _data is None:
    _lacking = [_library.lacking("torch", name) for name in __all__[:-1]]
    DistributedSampler, MarsDataset, RandomSampler, SequentialSampler, SubsetRandomSampler = _lacking
else:
    from torch.utils.data.distributed import DistributedSampler as _Distributed

    class MarsDataset(_data.Dataset):  # type: ignore[no-redef, name-defined, misc]
        """A dataset of rows that lie in the cluster: item i is a tuple of a row of each tensor or frame, which are computed when it is made.

        Rows come in blocks, in the order in which they lie; with the samplers of this module in the order that they draw. Where a loader asks for a
        batch at a time its rows come with one task. fetch_kwargs is taken for programs of the original.
        """

        def __init__(self, *tileables: Any, fetch_kwargs: dict[str, Any] | None = None) -> None:
            self._rows = Rows(tileables)

        @property
        def tileables(self) -> list[Any]:
            """The tensors and frames."""
            return list(self._rows.values)

        def __len__(self) -> int:
            return len(self._rows)

        def __getitem__(self, item: int) -> tuple[Any, ...]:
            return self._rows[item]

        def prefetch(self, indices: Sequence[int]) -> None:
            """Says in which order items will be asked for."""
            self._rows.announce(indices)

    def _told(source: Any, indices: Iterator[int]) -> Iterator[int]:
        """The indices that a sampler draws, of which the dataset hears first."""
        drawn = list(indices)
        if isinstance(source, MarsDataset):
            source.prefetch(drawn)
        return iter(drawn)

    class SequentialSampler(_data.SequentialSampler):  # type: ignore[no-redef, name-defined, misc]
        """torch.utils.data.SequentialSampler, for a MarsDataset too."""

    class RandomSampler(_data.RandomSampler):  # type: ignore[no-redef, name-defined, misc]
        """torch.utils.data.RandomSampler; a MarsDataset brings rows in the order that it draws."""

        def __iter__(self) -> Iterator[int]:
            return _told(self.data_source, super().__iter__())

    class SubsetRandomSampler(_data.SubsetRandomSampler):  # type: ignore[no-redef, name-defined, misc]
        """torch.utils.data.SubsetRandomSampler. Of dataset, where it is given, rows are brought in the order that it draws."""

        def __init__(self, indices: Sequence[int], generator: Any = None, dataset: Any = None) -> None:
            super().__init__(indices, generator)
            self.dataset = dataset

        def __iter__(self) -> Iterator[int]:
            return _told(self.dataset, super().__iter__())

    class DistributedSampler(_Distributed):  # type: ignore[no-redef, misc]
        """torch.utils.data.distributed.DistributedSampler; a MarsDataset brings rows in the order that it draws.

        Without num_replicas and rank they are those of the script's process, before init_process_group too.
        """

        def __init__(
            self,
            dataset: Any,
            num_replicas: int | None = None,
            rank: int | None = None,
            shuffle: bool = True,
            seed: int = 0,
            drop_last: bool = False,
        ) -> None:
            if num_replicas is None and "WORLD_SIZE" in os.environ:
                num_replicas = int(os.environ["WORLD_SIZE"])
            if rank is None and "RANK" in os.environ:
                rank = int(os.environ["RANK"])
            super().__init__(dataset, num_replicas, rank, shuffle, seed, drop_last)

        def __iter__(self) -> Iterator[int]:
            return _told(self.dataset, super().__iter__())
