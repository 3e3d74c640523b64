"""The quickstart's airports from Python: the answer of pandas, and that of the Go program."""

import importlib.util
import pathlib

import pandas as pd
import pytest

import mars.dataframe as md

_folder = pathlib.Path(__file__).parents[2] / "examples" / "quickstart"


@pytest.fixture(scope="module")
def example():
    spec = importlib.util.spec_from_file_location("airports", _folder / "airports.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_airports_are_those_of_pandas(session, example):
    pd.testing.assert_frame_equal(example.airports(md).execute().to_pandas(), example.airports(pd), check_exact=True)


def test_airports_are_printed_as_the_go_program_prints_them(session, example):
    assert str(example.airports(md).execute()) in (_folder / "want.txt").read_text(encoding="utf-8")
