import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../marstest"))
import golden

a = np.arange(20 * 13, dtype="f8").reshape(20, 13)
golden.write({
    "steps": a[1:18:3, ::-2],
    "int": a[5],
    "two ints": a[-1, 3],
    "newaxis": a[..., None, 2:4],
    "middle": a[3:9, 4:5],
    "empty": a[9:3],
    "int after new axis": a[None, :, -2],
    "backwards": a[15:2:-1, 12::-5],
})
