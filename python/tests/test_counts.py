"""What README says of names is what the client has, and what it lacks of the array API standard has a reason."""

from counts import lists, table
from counts.client import MISSING, NATIVE, REFERENCE, REFUSED, Client

import mars.tensor as mt


def test_readme():
    assert table.in_readme() == table.table(table.counts()), "run make gen"


def test_array_api():
    """Each name and parameter of the standard that is not there stands in array_api_refused.txt, and nothing else."""
    assert table.standard(Client()) == set(lists.refused())
    assert all(lists.refused().values())


def test_what_is_refused_has_a_reason():
    """Each public name of NumPy and pandas that neither an operator nor the reference answers stands in a list, with a reason."""
    client, reasons = Client(), lists.reasons()
    for place, name in lists.numpy() + lists.pandas():
        if client.look(place, name)[0] in (REFUSED, MISSING):
            assert f"*.{name}" in reasons or f"{lists.PLACES.get(place, place)}.{name}" in reasons, (place, name)
    assert all(reasons.values())


def test_names_are_counted_where_they_are():
    client = Client()
    assert client.look("DataFrameGroupBy", "ngroups")[0] != MISSING
    assert client.look("DataFrame", "ngroups")[0] == MISSING  # a method of groups is none of frames
    assert client.look("DataFrame", "size")[0] == NATIVE
    assert client.look("DataFrame", "add_prefix")[0] == NATIVE  # composed in the client, by no operator
    assert client.look("DataFrame", "flags")[0] == REFUSED
    assert client.look("tensor", "busday_count")[0] == REFERENCE
    assert client.look("DataFrameGroupBy", "ngroup")[0] == client.look("str", "wrap")[0] == REFERENCE
    assert client.look("tensor", "memmap")[0] == REFUSED
    assert client.look("tensor", "no_such_function")[0] == MISSING
    assert client.look("tensor", "sum") == (NATIVE, mt.sum)
    assert client.look("DataFrame", "k")[0] == MISSING  # a column
