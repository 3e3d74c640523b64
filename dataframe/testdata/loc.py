from rows_data import dupes, golden, labeled, mixed
import numpy as np
import pandas as pd

call = golden.call
d, l, u = mixed(30), labeled(31), dupes(30)
up = mixed(30)[["i", "f"]]
up.index = [k // 2 * 3 for k in range(30)]
down = mixed(30)[["i", "f"]]
down.index = [100 - k // 3 * 3 for k in range(30)]
times = mixed(20)[["f", "s"]]
times.index = pd.to_datetime([86400 * k for k in range(20)], unit="s")
multi = mixed(24)[["i", "s"]]
multi.index = pd.MultiIndex.from_product([list("abcd"), range(6)], names=["p", "q"])
step = mixed(20)
step.index = pd.RangeIndex(10, 50, 2)
T = pd.Timestamp
out = {"in d": d, "in l": l, "in u": u, "in up": up, "in down": down, "in times": times, "in multi": multi, "in step": step, "in lf": l["f"], "in ds": d["s"]}
out["range slice"] = d.loc[5:12]
out["range list"] = d.loc[[7, 3, 7]]
out["range row"] = d.loc[6, ["i", "f"]]
out["range steps"] = step.loc[14:30:2]
out["range between labels"] = step.loc[13:21]
out["range columns"] = d.loc[2:5, "f":"b"]
out["range label and list"] = d.loc[[4, 1], ["b", "i"]]
out["range missing"] = call(lambda: d.loc[[7, 99]])
out["range missing row"] = call(lambda: d.loc[99])
out["labels"] = l.loc[["r05", "r00", "r05", "r30"]]
out["labels slice"] = l.loc["r07":"r21"]
out["labels from"] = l.loc["r21":]
out["labels to"] = l.loc[:"r14", ["i"]]
out["labels back"] = l.loc["r21":"r07":-1]
out["labels row"] = l.loc["r12", ["i", "f"]]
out["labels cell"] = np.asarray(l.loc["r12", "i"])
out["labels missing"] = call(lambda: l.loc[["r05", "zz"]])
out["labels missing all"] = call(lambda: l.loc["zz"])
out["labels missing end"] = call(lambda: l.loc["zz":])
out["column alone"] = l.loc[:, ["s", "n"]]
out["repeated"] = u.loc[[3, 0]]
out["repeated slice"] = call(lambda: u.loc[3:6])
out["up"] = up.loc[9:21]
out["up between"] = up.loc[10:22]
out["up beyond"] = up.loc[-5:2]
out["up nothing"] = up.loc[200:300]
out["up list"] = up.loc[[12, 3]]
out["down"] = down.loc[95:80]
out["down between"] = down.loc[96.5:81]
out["times slice"] = times.loc[T(86400 * 4, unit="s"):T(86400 * 9, unit="s")]
out["times texts"] = times.loc["1970-01-05":"1970-01-08"]
out["times list"] = times.loc[[T("1970-01-03"), T("1970-01-02")]]
out["tuples"] = multi.loc[[("b", 3), ("a", 0)]]
out["tuple slice"] = multi.loc[("b", 4):("c", 2)]
out["tuple cell"] = np.asarray(multi.loc[("c", 1), "i"])
out["mask"] = d.loc[d["b"], ["i", "s"]]
out["series list"] = l["f"].loc[["r02", "r01"]]
out["series slice"] = d["s"].loc[20:25]
out["series cell"] = np.asarray(l["f"].loc["r05"])
out["after a filter"] = d[d["b"]].loc[6:15]
out["list after a filter"] = d[d["b"]].loc[[9, 3]]
out["missing column"] = call(lambda: d.loc[1:2, ["zz"]])
golden.write(out)
