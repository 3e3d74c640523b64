import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../marstest"))
import golden

a = np.arange(12 * 10, dtype="f8").reshape(12, 10)
i = np.arange(6, dtype="i4")
t = np.arange(2 * 3 * 4, dtype="f8").reshape(2, 3, 4)
golden.write({
    "T": a.T,
    "transpose": np.transpose(t, (1, 2, 0)),
    "reshape": a.reshape(8, 15),
    "reshape to more": a.reshape(2, 3, -1, 4),
    "reshape of T": a.T.reshape(6, 20),
    "ravel": t.ravel(),
    "reshape empty": np.zeros((0, 3)).reshape(3, 0),
    "reshape scalar": np.float64(3).reshape(1, 1),
    "concatenate": np.concatenate([a, a[:3] * 2], axis=0),
    "concatenate axis 1": np.concatenate([a, a[:, 2:5]], axis=-1),
    "concatenate dtypes": np.concatenate([i, i.astype("f4"), np.array([True])]),
    "concatenate cut and cast": np.concatenate([np.concatenate([a[:5], a]), np.concatenate([a, a[:5]]).astype("i8")], axis=1),
    "stack": np.stack([a, a + 1], axis=1),
    "stack last": np.stack([i, i * 2], axis=-1),
    "split": np.split(a, 3)[1],
    "split at": np.split(a, [2, 7], axis=1)[2],
    "array_split": np.array_split(a, 5)[3],
    "split of a chosen part": np.array_split(a[a[:, 0] > 35], 3, axis=0)[1],
    "unstack": np.moveaxis(a, 1, 0)[4],
    "assigned part": np.concatenate([a[:4], -a[4:8], a[8:]]),
    "expand_dims": np.expand_dims(a, (0, 2)),
    "squeeze": np.squeeze(t[:1, :, 2:3]),
    "squeeze axis": np.squeeze(t[:1, :, 2:3], axis=2),
    "broadcast_to": np.broadcast_to(i, (3, 6)),
    "broadcast_to of a column": np.broadcast_to(a[:, :1], (12, 4)),
    "rechunk": a,
})
