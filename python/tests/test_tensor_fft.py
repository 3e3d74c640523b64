"""Every function of mars.tensor.fft is called, and gives what the NumPy function of its name gives."""

import inspect

import numpy as np
import pytest

import mars.tensor as mt

a = ((np.arange(60) * 37 + 11) % 29 - 9).reshape(5, 12) / 4
z = a + 1j * a[::-1]
ONE = ["fft", "ifft", "rfft", "irfft", "hfft", "ihfft"]
TWO = ["fft2", "ifft2", "rfft2", "irfft2"]
MANY = ["fftn", "ifftn", "rfftn", "irfftn"]


def close(got, want):
    got = got.to_numpy()
    assert got.dtype == want.dtype and got.shape == want.shape
    np.testing.assert_allclose(got, want, rtol=1e-5 if want.dtype in ("F", "f") else 1e-10, atol=1e-12)


def given(name):
    return a if name in ("rfft", "ihfft", "rfft2", "rfftn") else z


@pytest.mark.parametrize("name", ONE)
def test_along_an_axis(session, name):
    f, g, x = getattr(mt.fft, name), getattr(np.fft, name), given(name)
    t = mt.tensor(x, chunk_size=4)
    close(f(t), g(x))
    close(f(t, 7, 0, "ortho"), g(x, 7, 0, "ortho"))
    close(f(x, n=3, norm="forward"), g(x, n=3, norm="forward"))
    close(g(t), g(x))  # NumPy's function of tensors
    single = a.astype("f4")
    np.testing.assert_allclose(f(single).to_numpy(), g(single), atol=1e-4)
    assert f(single).dtype == g(single).dtype
    out = mt.zeros(g(x).shape, g(x).dtype)
    assert f(t, out=out) is out
    close(out, g(x))
    with pytest.raises(ValueError, match="Invalid norm value"):
        f(t, norm="x").execute()
    with pytest.raises(IndexError):
        f(t, axis=2).execute()
    with pytest.raises(ValueError, match=r"Invalid number of FFT data points \(-2\)"):
        f(t, n=-2).execute()


@pytest.mark.parametrize("name", TWO + MANY)
def test_along_several_axes(session, name):
    f, g, x = getattr(mt.fft, name), getattr(np.fft, name), given(name)
    t = mt.tensor(x, chunk_size=4)
    close(f(t), g(x))
    close(f(t, (4, 6), (1, 0), "ortho"), g(x, (4, 6), (1, 0), "ortho"))
    with pytest.raises(ValueError, match="Shape and axes have different lengths"):
        f(t, s=(4,), axes=(0, 1)).execute()
    if name in MANY:
        with pytest.warns(DeprecationWarning, match="`axes` should not be `None` if `s` is not `None`"):
            got = f(t, s=(6,))
        with pytest.warns(DeprecationWarning):
            close(got, g(x, s=(6,)))


def test_frequencies(session):
    for name in ("fftfreq", "rfftfreq"):
        for n in (1, 8, 9):
            close(getattr(mt.fft, name)(n, 0.1), getattr(np.fft, name)(n, 0.1))
    for name in ("fftshift", "ifftshift"):
        f, g = getattr(mt.fft, name), getattr(np.fft, name)
        close(f(mt.tensor(a, chunk_size=4)), g(a))
        close(f(mt.tensor(a), axes=1), g(a, axes=1))


def test_real_input_alone(session):
    with pytest.raises(TypeError, match="rfft takes real input"):
        mt.fft.rfft(mt.tensor(z)).execute()


def test_every_function_is_called():
    theirs = {n for n in dir(np.fft) if inspect.isfunction(getattr(np.fft, n)) and n != "test"}
    theirs |= {n for n in np.fft.__all__}
    assert set(mt.fft.__all__) == theirs
    for name in mt.fft.__all__:
        ours = inspect.signature(getattr(mt.fft, name)).parameters
        for p in inspect.signature(getattr(np.fft, name)).parameters.values():
            assert ours[p.name].default == p.default, name
