package reduce

import "github.com/mars-project/mars-go/dtype"

// A complexMoment is that of complex numbers; distances are absolute values.
type complexMoment struct {
	n, m2 float64
	mean  complex128
}

func complexMomentOf(v []complex128, _ int) complexMoment {
	n := float64(len(v))
	sum := pairwise(v)
	mean := complex(real(sum)/n, imag(sum)/n)
	m := complexMoment{n: n, mean: mean}
	for _, x := range v {
		d := x - mean
		m.m2 += real(d)*real(d) + imag(d)*imag(d)
	}
	return m
}

func (m complexMoment) with(x complex128) complexMoment {
	m.n++
	d := x - m.mean
	m.mean += complex(real(d)/m.n, imag(d)/m.n)
	e := x - m.mean
	m.m2 += real(d)*real(e) + imag(d)*imag(e)
	return m
}

func joinComplexMoments(a, b complexMoment) complexMoment {
	switch {
	case a.n == 0:
		return b
	case b.n == 0:
		return a
	}
	n := a.n + b.n
	d := b.mean - a.mean
	f := b.n / n
	return complexMoment{n, a.m2 + b.m2 + (real(d)*real(d)+imag(d)*imag(d))*(a.n*f), a.mean + complex(real(d)*f, imag(d)*f)}
}

func complexMoments(name string, nan bool) Fold {
	f := Fold{In: dtype.Complex128}
	skip := func(x complex128) bool { return nan && x != x }
	t := &typed[complex128, complexMoment]{fn: "moment", run: complexMomentOf, join: joinComplexMoments, identity: new(complexMoment)}
	t.add = func(st []complexMoment, v []complex128, _ int) {
		for i, x := range v[:len(st)] {
			if !skip(x) {
				st[i] = st[i].with(x)
			}
		}
	}
	t.start = func(x complex128, _ int) complexMoment {
		if skip(x) {
			return complexMoment{}
		}
		return complexMoment{}.with(x)
	}
	if nan {
		t.fn = "nanmoment"
		t.run = func(v []complex128, _ int) complexMoment {
			var m complexMoment
			for _, x := range v {
				if !skip(x) {
					m = m.with(x)
				}
			}
			return m
		}
	}
	f.step = t
	switch name {
	case "nancount":
		f.Out, f.out = dtype.Int64, field(func(m complexMoment) int64 { return int64(m.n) })
	case "m1", "nanm1":
		f.Out, f.out = dtype.Complex128, field(func(m complexMoment) complex128 { return m.mean })
	default:
		f.Out, f.out = dtype.Float64, field(func(m complexMoment) float64 { return orNaN(m.n, m.m2) })
	}
	return f
}
