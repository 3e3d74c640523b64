package rng

import (
	"fmt"
	"math"

	"github.com/mars-project/mars-go/errs"
)

// A Dist is a distribution of numpy.random: its parameters, in order, and how an element is drawn.
type Dist struct {
	Name    string
	Params  []Param
	Summary string
	Whole   bool // draws integers

	base  base                                               // what z is
	plain bool                                               // value is z
	value func(z float64, p *[3]float64) float64             // of a standard number z
	line  func(p *[3]float64) (at, by float64)               // value is at + z*by; nil where it is no line
	draw  func(d *Draws, p *[3]float64) float64              // of a sequence; nil where value is set
	count func(d *Draws, p *[3]float64) int64                // the same for integers
	many  func(p *[3]float64) (g together[float64], ok bool) // a faster way for one set of parameters; not ok: not for these; nil: none
	whole func(p *[3]float64) (g together[int64], ok bool)   // the same for integers
	check func(p *[3]float64) (problem string)               // of parameters together
}

// A Param is one parameter. Its default is NaN when it must be given.
type Param struct {
	Name    string
	Default float64
	rule    rule
}

type base uint8

const (
	unitBase base = iota // uniform in [0, 1)
	openBase             // uniform in (0, 1)
	normalBase
	exponentialBase // above 0
)

type rule uint8

const (
	anything rule = iota
	notNegative
	positive
	positiveNumber // and not NaN
	probability    // 0 <= p <= 1
	likely         // 0 < p <= 1
	unsure         // 0 <= p < 1
	aboveOne
	rate // of poisson
	finite
)

// problem is what is wrong with v, in NumPy's words; empty when nothing is.
func (q *Param) problem(v float64) string {
	switch {
	case q.rule == notNegative && v < 0:
		return q.Name + " < 0"
	case q.rule == positive && v <= 0:
		return q.Name + " <= 0"
	case q.rule == positiveNumber && math.IsNaN(v):
		return q.Name + " must not be NaN"
	case q.rule == positiveNumber && v <= 0:
		return q.Name + " <= 0"
	case q.rule == probability && !(v >= 0 && v <= 1):
		return fmt.Sprintf("%s < 0, %[1]s > 1 or %[1]s is NaN", q.Name)
	case q.rule == likely && !(v > 0 && v <= 1):
		return fmt.Sprintf("%s <= 0, %[1]s > 1 or %[1]s contains NaNs", q.Name)
	case q.rule == unsure && !(v >= 0 && v < 1):
		return fmt.Sprintf("%s < 0, %[1]s >= 1 or %[1]s is NaN", q.Name)
	case q.rule == aboveOne && !(v > 1):
		return fmt.Sprintf("%s <= 1 or %[1]s is NaN", q.Name)
	case q.rule == rate && !(v >= 0):
		return fmt.Sprintf("%s < 0 or %[1]s is NaN", q.Name)
	case q.rule == rate && v > poissonMax:
		return q.Name + " value too large"
	case q.rule == finite && math.IsInf(v, 0):
		return "Range exceeds valid bounds"
	}
	return ""
}

// poissonMax is the greatest mean whose draws fit 63 bits but for ten standard deviations.
var poissonMax = math.MaxInt64 - 10*math.Sqrt(math.MaxInt64)

// Check refuses parameters outside their range. Each p is one number or a list; lists are of equal length.
// Errors: Invalid.
func (t *Dist) Check(p ...[]float64) error {
	n := 1
	for i, v := range p {
		for _, x := range v {
			if s := t.Params[i].problem(x); s != "" {
				return errs.New(errs.Invalid, "%s", s)
			}
		}
		if n == 1 {
			n = len(v)
		}
	}
	if t.check == nil {
		return nil
	}
	var q [3]float64
	for i := range n {
		gather(&q, p, i)
		if s := t.check(&q); s != "" {
			return errs.New(errs.Invalid, "%s", s)
		}
	}
	return nil
}

// gather sets q to the parameters of element i.
func gather(q *[3]float64, p [][]float64, i int) {
	for j, v := range p {
		if len(v) == 1 {
			q[j] = v[0]
		} else {
			q[j] = v[i]
		}
	}
}

// Floats fills out with draws. Each p is one number or a list with one for each element of out; they must
// pass Check.
func (t *Dist) Floats(out []float64, k Key, b Box, p ...[]float64) {
	var q [3]float64
	each := false
	for _, v := range p {
		each = each || len(v) > 1
	}
	if !each && len(out) > 0 {
		gather(&q, p, 0)
	}
	if t.many != nil && !each && len(out) > 0 {
		if g, ok := t.many(&q); ok {
			fillTogether(out, k, b, g, func(d *Draws, _ int) float64 { return t.draw(d, &q) })
			return
		}
	}
	if t.value == nil {
		Fill(out, k, b, func(d *Draws, at int) float64 {
			gather(&q, p, at)
			return t.draw(d, &q)
		})
		return
	}
	switch t.base {
	case normalBase:
		Normal(out, k, b)
	case exponentialBase:
		Exponential(out, k, b)
	default:
		Uniform(out, k, b)
	}
	if t.plain {
		return
	}
	clamp := t.base != unitBase && t.base != normalBase // the base is above 0
	if t.line != nil && !each {
		at, by := t.line(&q)
		for i, z := range out {
			if clamp && z < leastBase {
				z = leastBase
			}
			out[i] = at + z*by
		}
		return
	}
	for i, z := range out {
		if each {
			gather(&q, p, i)
		}
		if clamp && z < leastBase {
			z = leastBase
		}
		out[i] = t.value(z, &q)
	}
}

// leastBase is the least number of a base that is above 0.
const leastBase = 0x1p-54

// Ints is Floats for distributions of integers.
func (t *Dist) Ints(out []int64, k Key, b Box, p ...[]float64) {
	var q [3]float64
	each := false
	for _, v := range p {
		each = each || len(v) > 1
	}
	if t.whole != nil && !each && len(out) > 0 {
		gather(&q, p, 0)
		if g, ok := t.whole(&q); ok {
			fillTogether(out, k, b, g, func(d *Draws, _ int) int64 { return t.count(d, &q) })
			return
		}
	}
	Fill(out, k, b, func(d *Draws, at int) int64 {
		gather(&q, p, at)
		return t.count(d, &q)
	})
}
