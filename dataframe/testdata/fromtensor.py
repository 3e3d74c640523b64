import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../marstest"))
import golden
import numpy as np
import pandas as pd

v = np.array([i * 7 % 12 + i / 8 for i in range(84)])
m = v.reshape(12, 7)
golden.write({
    "a matrix": pd.DataFrame(m),
    "named": pd.DataFrame(m, columns=list("abcdefg")),
    "a vector": pd.DataFrame(v[:12]),
    "transposed": pd.DataFrame(m.T.copy()),
    "no rows": pd.DataFrame(np.zeros((0, 2))),
    "masked": pd.DataFrame(m[v[:12] > 4]),
})
