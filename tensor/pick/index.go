package pick

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// An Index is one entry of an index. Make it with At, Slice, From, To, Every, Ellipsis, NewAxis and By.
type Index struct {
	Kind  string // "int", "slice", "ellipsis", "newaxis", "array"
	Start *int   // of a slice, or the place of an int
	Stop  *int
	Step  *int
	Array int // which of the index tensors
	by    op.Handle
}

// EntryAt is the place i of an axis.
func EntryAt(i int) Index { return Index{Kind: "int", Start: &i} }

// ByTensor is the entry of places that a tensor tells.
func ByTensor(t op.Handle) Index { return Index{Kind: "array", by: t} }

// HandlesIn are the tensors of an index, whose entries then tell which is theirs.
func HandlesIn(ix []Index) (out []Index, ts []op.Handle) {
	out = append([]Index{}, ix...)
	for k := range out {
		if t := out[k].by; t != nil {
			out[k].Array, out[k].by = len(ts), nil
			ts = append(ts, t)
		}
	}
	return out, ts
}

// Every is i::step of what i selects; the step may be negative.
func (i Index) Every(step int) Index { i.Step = &step; return i }

// Whole is : of an axis, ellipsis as many of them as are left, NewAxis a new axis of length 1.
var (
	Whole    = Index{Kind: "slice"}
	Ellipsis = Index{Kind: "ellipsis"}
	NewAxis  = Index{Kind: "newaxis"}
)

// stretch is a slice of an axis against its length: n places from lo on. A dropped axis has n = 1.
type stretch struct {
	lo, step, n int
	drop        bool // the axis goes away
}

// at resolves an entry against the length of its axis. Errors: Invalid for a step of 0, NotFound for a place
// outside.
func (i Index) at(axis, length int) (stretch, error) {
	if i.Kind == "int" {
		p := *i.Start
		if p < -length || p >= length {
			return stretch{}, errs.New(errs.NotFound, "index %d is out of bounds for axis %d with size %d", p, axis, length)
		}
		if p < 0 {
			p += length
		}
		return stretch{lo: p, step: 1, n: 1, drop: true}, nil
	}
	step := 1
	if i.Step != nil {
		step = *i.Step
	}
	if step == 0 {
		return stretch{}, errs.New(errs.Invalid, "slice step cannot be zero")
	}
	lo, hi := 0, length
	if step < 0 {
		lo, hi = length-1, -1
	}
	if i.Start != nil {
		lo = clamp(*i.Start, length, step)
	}
	if i.Stop != nil {
		hi = clamp(*i.Stop, length, step)
	}
	r := stretch{lo: lo, step: step}
	if step > 0 {
		r.n = max(0, (hi-lo+step-1)/step)
	} else {
		r.n = max(0, (lo-hi-step-1)/-step)
	}
	return r, nil
}

// clamp is Python's rule for the ends of a slice.
func clamp(p, length, step int) int {
	low, high := 0, length
	if step < 0 {
		low, high = -1, length-1
	}
	if p < 0 {
		p += length
	}
	return min(max(p, low), high)
}

// full is the index with the ellipsis written out: one entry for each of rank axes, new axes between them.
// arrays are the index tensors; a bool one stands for as many axes as it has.
func full(ix []Index, rank int, arrays []op.Meta) ([]Index, error) {
	used, dots := 0, -1
	for k, i := range ix {
		switch i.Kind {
		case "newaxis":
		case "ellipsis":
			if dots >= 0 {
				return nil, errs.New(errs.NotFound, "an index can only have a single ellipsis ('...')")
			}
			dots = k
		case "array":
			if i.Array < 0 || i.Array >= len(arrays) {
				return nil, errs.New(errs.Invalid, "the index has no tensor %d", i.Array)
			}
			m := arrays[i.Array]
			switch d := m.DType.Is; {
			case d.IsBool():
				used += len(m.Dims)
			case d.IsInteger():
				used++
			default:
				return nil, errs.New(errs.NotFound, "arrays used as indices must be of integer (or boolean) type")
			}
		default:
			used++
		}
	}
	if used > rank {
		return nil, errs.New(errs.NotFound, "too many indices for array: array is %d-dimensional, but %d were indexed", rank, used)
	}
	if dots < 0 {
		ix = append(append([]Index(nil), ix...), Ellipsis)
		dots = len(ix) - 1
	}
	var out []Index
	out = append(out, ix[:dots]...)
	for range rank - used {
		out = append(out, Whole)
	}
	return append(out, ix[dots+1:]...), nil
}

// meet is the part of the stretch in each chunk of its axis, counted in the chunk; n is 0 where there is
// none.
func (r stretch) meet(splits []op.Dim) []stretch {
	out := make([]stretch, len(splits))
	lo := 0
	for k, d := range splits {
		first, last := 0, r.n-1 // of the places of the stretch
		if r.step > 0 {
			first, last = max(first, up(lo-r.lo, r.step)), min(last, up(lo+d.N-r.lo, r.step)-1)
		} else {
			first, last = max(first, up(r.lo-lo-d.N+1, -r.step)), min(last, down(r.lo-lo, -r.step))
		}
		if first <= last && d.N > 0 {
			out[k] = stretch{lo: r.lo + first*r.step - lo, step: r.step, n: last - first + 1}
		}
		lo += d.N
	}
	return out
}

// up and down divide by a positive b and round to +Inf and -Inf.
func up(a, b int) int { return -down(-a, b) }

func down(a, b int) int {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}
