package dt

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// A Rounding is where times between two multiples go.
type Rounding int

// Down, up, or to the nearest one, the even one of two that are as near.
const (
	Floor Rounding = iota
	Ceil
	Round
)

// A Policy settles wall times that a zone lacks or has twice.
type Policy struct {
	Ambiguous   Ambiguous   // the default is Raise
	Nonexistent Nonexistent // the default is Raise
}

// Step is a frequency in ticks of u. One that is finer than a tick and makes a whole number of them counts as
// one. Errors: Invalid.
func Step(freq string, u dtype.Unit) (int64, error) {
	ns, err := ParseFreq(freq)
	if err != nil {
		return 0, err
	}
	tick := int64(1e9) / perSecond(u)
	switch {
	case ns < 0:
		return 0, errs.New(errs.Invalid, "freq=%s is negative", freq)
	case ns == 0, ns < tick && tick%ns == 0:
		return 1, nil
	case ns%tick != 0:
		return 0, errs.New(errs.Invalid, "freq=%s is incompatible with unit=%s. Use a lower freq or a higher unit instead.", freq, u)
	}
	return ns / tick, nil
}

// RoundTo is wall times rounded to multiples of step ticks since 1970.
func RoundTo(al mem.Allocator, c *frame.Column, how Rounding, step int64, p Policy) (*frame.Column, error) {
	out, dst, z, err := walls(al, c)
	if err != nil {
		return nil, err
	}
	for i, t := range dst {
		if t == nat {
			continue
		}
		q, r := divFloor(t, step)
		if r != 0 && (how == Ceil || how == Round && (r > step-r || r == step-r && q&1 != 0)) {
			q++
		}
		dst[i] = q * step
	}
	return out, back(z, c.DType.Unit, dst, p)
}

// Normalize is the midnights before wall times.
func Normalize(al mem.Allocator, c *frame.Column) (*frame.Column, error) {
	return RoundTo(al, c, Floor, 86400*perSecond(c.DType.Unit), Policy{})
}

// walls is a new column of the wall times of c, to be changed and turned back.
func walls(al mem.Allocator, c *frame.Column) (*frame.Column, []int64, *Zone, error) {
	src, err := Ticks(al, c)
	if err != nil {
		return nil, nil, nil, err
	}
	out, dst, err := times(al, c.DType, c.Rows)
	if err != nil || c.DType.TZ == "" {
		copy(dst, src)
		return out, dst, nil, err
	}
	z, err := LoadZone(c.DType.TZ)
	if err == nil {
		z.Wall(c.DType.Unit, dst, src)
	}
	return out, dst, z, err
}

// back turns wall times into instants, in place; without a zone they are.
func back(z *Zone, u dtype.Unit, ticks []int64, p Policy) error {
	if z == nil {
		return nil
	}
	return z.Instants(u, ticks, ticks, p.Ambiguous, p.Nonexistent)
}

// Localize is the wall times of c as instants of a zone; an empty name gives the wall times of instants.
func Localize(al mem.Allocator, c *frame.Column, zone string, p Policy) (*frame.Column, error) {
	out, dst, z, err := walls(al, c)
	if err != nil {
		return nil, err
	}
	out.DType.TZ = ""
	if zone == "" {
		return out, nil
	}
	if z, err = LoadZone(zone); err != nil {
		return nil, err
	}
	out.DType.TZ = z.Name()
	return out, back(z, c.DType.Unit, dst, p)
}

// AsUnit is times in another unit: coarser ones round down, and Invalid for ticks that a finer one does not
// hold.
func AsUnit(al mem.Allocator, c *frame.Column, u dtype.Unit) (*frame.Column, error) {
	src, err := Ticks(al, c)
	if err != nil {
		return nil, err
	}
	d := c.DType
	d.Unit = u
	out, dst, err := times(al, d, c.Rows)
	if err != nil {
		return nil, err
	}
	up, finer := dtype.Factor(c.DType.Unit, u)
	down, _ := dtype.Factor(u, c.DType.Unit)
	for i, t := range src {
		switch {
		case t == nat:
		case finer:
			v := t * up
			if v/up != t || v == nat {
				return nil, errs.New(errs.Invalid, "Cannot convert %s to unit='%s' without overflow", Text(t, c.DType.Unit), u)
			}
			t = v
		default:
			t, _ = divFloor(t, down)
		}
		dst[i] = t
	}
	return out, nil
}
