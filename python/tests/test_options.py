"""Settings."""

import threading

import pytest

import mars
from mars._core import hooks
from mars.config import option_context, options


@pytest.fixture(autouse=True)
def defaults():
    yield
    options.reset()


def test_assigning_changes_the_program():
    options.show_progress = False
    assert mars.options.show_progress is False
    options.reset("show_progress")
    assert options.show_progress == "auto"


def test_a_context_changes_its_block_and_its_thread():
    seen = []
    with option_context({"eager_mode": True}, chunk_bytes=10):
        assert (options.eager_mode, options.chunk_bytes) == (True, 10)
        with option_context(eager_mode=False):
            assert (options.eager_mode, options.chunk_bytes) == (False, 10)
        t = threading.Thread(target=lambda: seen.append(options.eager_mode))
        t.start()
        t.join()
        options.chunk_bytes = 20
        assert options.chunk_bytes == 20
    assert (options.eager_mode, options.chunk_bytes, seen) == (False, None, [False])


def test_what_is_wrong_is_refused():
    with pytest.raises(AttributeError, match="no option 'eager'"):
        options.eager = True
    with pytest.raises(AttributeError, match="no option 'eager'"):
        _ = options.eager
    for name, bad in [
        ("eager_mode", 1),
        ("chunk_bytes", -1),
        ("chunk_bytes", "a"),
        ("strict", "no"),
        ("fetch_threads", None),
    ]:
        with pytest.raises(ValueError, match=f"option {name} must be"):
            setattr(options, name, bad)
        with pytest.raises(ValueError, match=f"option {name} must be"):
            option_context({name: bad})


def test_every_option_says_what_it_is_for():
    for name in options:
        assert "The default is" in options.describe(name)
    assert "eager_mode = False" in repr(options)


def test_nodes_are_watched_only_while_somebody_wants_it():
    mars.session.clear_default_session()
    assert hooks.watch is None
    with option_context(eager_mode=True):
        assert hooks.watch is not None
    assert hooks.watch is None
    options.eager_mode = True
    assert hooks.watch is not None


def test_what_a_context_gives_changes_its_block():
    with option_context() as o:
        o.eager_mode = True
        assert options.eager_mode and o.eager_mode
        with pytest.raises(ValueError, match="option eager_mode must be"):
            o.eager_mode = "yes"
    assert not options.eager_mode
