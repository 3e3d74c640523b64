from rows_data import dupes, golden, labeled, mixed

d, l, u = mixed(), labeled(), dupes()
call = golden.call
golden.write({
    "head": d.head(7), "head of labels": l.head(12), "head of none": d.head(0), "head negative": d.head(-25), "head of all": d.head(100),
    "tail": d.tail(7), "tail of labels": l.tail(12), "tail of none": d.tail(0), "tail negative": d.tail(-25), "tail of all": d.tail(100),
    "series head": l["f"].head(3), "series tail": d["s"].tail(3),
    "slice": d.iloc[3:20:4], "slice of labels": l.iloc[-9:-2], "backwards": d.iloc[25:4:-3], "backwards labels": l.iloc[::-1],
    "empty": d.iloc[9:3], "list": d.iloc[[5, -1, 5, 0, 17]], "sorted list": l.iloc[[2, 3, 28]], "empty list": d.iloc[[]],
    "mask": d.iloc[[k % 4 == 1 for k in range(30)]], "columns": d.iloc[:, [4, 0]], "rows and columns": l.iloc[4:9, 1:3],
    "list and mask": d.iloc[[7, 2], [True, False, True, False, False, True]],
    "row": d.iloc[6], "row of numbers": d.iloc[-3, :2], "row of labels": l.iloc[6, [0, 1]], "row of text": d.iloc[2, 2:3],
    "column": d.iloc[:, 1], "rows of a column": l.iloc[2:5, -1],
    "cell": d.iloc[3, 0], "nan cell": d.iloc[3, 1],
    "head of tail": d.tail(9).head(4), "slice of slice": d.iloc[2:28:2].iloc[3:9],
    "series slice": l["t"].iloc[10:3:-2],
})
