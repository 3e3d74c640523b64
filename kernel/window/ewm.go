package window

import "math"

// A Decay is an exponentially weighted mean as pandas has it: a value's weight falls by the factor 1-Alpha
// with every row after it, or with every value after it where missing ones are ignored.
type Decay struct {
	Alpha    float64 // in (0, 1]
	Adjust   bool    // weights are those of a mean of all values; else a value has the weight Alpha against all before it
	IgnoreNA bool
	Least    int // of values so far, else the result is NaN; at least 1
}

// A Part is what a piece of the rows does to the mean: how it goes on from any mean before it. The zero Part
// is not one of no rows; see None.
type Part struct {
	N     float64 // values
	Fall  float64 // of older weights over the piece
	Lead  float64 // of older weights up to the first value
	First float64 // the first value
	P, Q  float64 // the mean at the end is P * (the mean at the first value) + Q
	W     float64 // weight of what the mean holds, at the end
}

// PartSize is the number of fields of a Part.
const PartSize = 7

// None is the part of no rows.
var None = Part{Fall: 1, Lead: 1}

// Fields are the fields of p in order; PartOf is the inverse.
func (p Part) Fields() [PartSize]float64 {
	return [PartSize]float64{p.N, p.Fall, p.Lead, p.First, p.P, p.Q, p.W}
}

// PartOf is the part of fields.
func PartOf(f []float64) Part { return Part{f[0], f[1], f[2], f[3], f[4], f[5], f[6]} }

// mean is that of the rows of p, when nothing is before them.
func (p Part) mean() float64 {
	if p.P == 0 {
		return p.Q
	}
	return p.P*p.First + p.Q
}

// Sum is the part of the rows v, NaNs being missing.
func (d Decay) Sum(v []float64) Part {
	p := None
	fall := 1 - d.Alpha
	for _, x := range v {
		there := x == x
		if !there && d.IgnoreNA {
			continue
		}
		p.Fall *= fall
		switch {
		case p.N == 0:
			p.Lead *= fall
		default:
			p.W *= fall
		}
		if !there {
			continue
		}
		if p.N++; p.N == 1 {
			p.First, p.P, p.Q, p.W = x, 1, 0, 1
			if d.Adjust {
				p.P, p.Q = 0, x
			}
			continue
		}
		if d.Adjust {
			p.Q = blend(p.Q, p.W, x, 1)
			p.W++
			continue
		}
		a := p.W / (p.W + d.Alpha)
		p.P, p.Q, p.W = a*p.P, a*p.Q+d.Alpha/(p.W+d.Alpha)*x, 1
	}
	return p
}

// blend is the mean of x and the newer y with weights; equal values stay as they are, and what has no weight
// left does not count.
func blend(x, wx, y, wy float64) float64 {
	if x == y || wx == 0 {
		return y
	}
	return (wx*x + wy*y) / (wx + wy)
}

// Then is the part of the rows of p followed by those of q.
func (d Decay) Then(p, q Part) Part {
	r := Part{N: p.N + q.N, Fall: p.Fall * q.Fall}
	switch {
	case p.N == 0:
		r.Lead, r.First, r.P, r.Q, r.W = p.Fall*q.Lead, q.First, q.P, q.Q, q.W
		return r
	case q.N == 0:
		r.Lead, r.First, r.P, r.Q, r.W = p.Lead, p.First, p.P, p.Q, p.W*q.Fall
		return r
	}
	r.Lead, r.First = p.Lead, p.First
	if d.Adjust {
		old := p.W * q.Fall
		r.Q, r.W = blend(p.Q, old, q.Q, q.W), old+q.W
		return r
	}
	old := p.W * q.Lead
	a, b := old/(old+d.Alpha), d.Alpha/(old+d.Alpha)
	r.P, r.Q, r.W = q.P*a*p.P, q.P*(a*p.Q+b*q.First)+q.Q, q.W
	return r
}

// Mean writes the mean up to every row of v to out, where the rows of before come ahead of v.
func (d Decay) Mean(out, v []float64, before Part) {
	fall, fresh := 1-d.Alpha, d.Alpha
	if d.Adjust {
		fresh = 1
	}
	n, mean, w := before.N, before.mean(), before.W
	for i, x := range v {
		there := x == x
		switch {
		case n == 0:
			if there {
				n, mean, w = 1, x, 1
			}
		case there || !d.IgnoreNA:
			w *= fall
			if !there {
				break
			}
			n++
			mean = blend(mean, w, x, fresh)
			if w += fresh; !d.Adjust {
				w = 1
			}
		}
		if out[i] = mean; n < float64(max(1, d.Least)) {
			out[i] = math.NaN()
		}
	}
}
