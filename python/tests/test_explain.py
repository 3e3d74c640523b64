"""explain: how a value would be made, as a tree."""

import numpy as np
import pandas as pd
import pytest

import mars
from mars import dataframe as md
from mars import tensor as mt


def test_a_tree_with_choices(session):
    small = md.DataFrame({"k": [1, 2], "y": [0.5, 1.5]})
    large = md.DataFrame(pd.DataFrame({"k": np.arange(1000) % 7, "x": 1.0, "unread": 2}), chunk_size=100)
    text = large.merge(small, on="k", how="left")[["k", "y"]].explain()
    assert "dataframe.merge(" in text and "broadcast join: the right side is small" in text
    assert "unread" not in text  # a column that nobody reads is gone
    assert repr(text) == str(text) and "test_explain.py" in text


def test_several_values_and_what_is_shared(session):
    a = mt.ones((100, 100), chunk_size=50)
    text = mars.explain(a + 1, (a + 1).sum())
    assert text.count("(1) again") == 1 and "4 chunks" in text


def test_what_is_made_already(session):
    a = mt.arange(10).execute()
    assert a.explain().startswith("stored")


def test_a_bad_call_is_raised(session):
    with pytest.raises(KeyError):
        md.DataFrame({"k": [1]}).merge(md.DataFrame({"k": [1]}), on="z").explain()


def test_the_choices_of_a_task_are_told(session):
    k = md.DataFrame({"k": [1, 2]}, chunk_size=1)
    k.merge(k, on="k", how="outer").execute()
    last = session._call("TaskService/ListTasks", {"sessionId": session.session_id})["tasks"][-1]
    task = session._call(
        "TaskService/GetTask", {"sessionId": session.session_id, "taskId": last["taskId"], "nodes": True}
    )
    assert "sort-merge join: rows ascend by key" in [n.get("chosen") for n in task["task"]["nodes"]]
