package column

import "github.com/mars-project/mars-go/frame"

// Find is for every row the place of its value among labels, the last of equal ones; -1 where there is none. Values match as in Python: 1 finds
// 1.0, and missing ones each other; in objects, missing ones
// of one kind.
func Find(c *frame.Column, labels []frame.Label) []int64 {
	exact := make(map[frame.Label]int64, len(labels))
	numbers := make(map[float64]int64)
	missing := int64(-1)
	for i, l := range labels {
		exact[l] = int64(i)
		if f, ok := l.Float(); ok && f == f {
			numbers[f] = int64(i)
		}
		if l.IsMissing() {
			missing = int64(i)
		}
	}
	find := func(c *frame.Column, i int) int64 {
		l := c.Label(i)
		if c.IsNull(i) && c.DType.IsObject() { // None is not NaN
			if k, ok := exact[l]; ok {
				return k
			}
			return -1
		}
		if c.IsNull(i) {
			return missing
		}
		if k, ok := exact[l]; ok {
			return k
		}
		if f, ok := l.Float(); ok {
			if k, ok := numbers[f]; ok && labels[k].Same(l) {
				return k
			}
			return -1
		}
		if c.DType.IsTemporal() || c.DType.IsObject() { // one instant in another unit
			for k, m := range labels {
				if m.Same(l) {
					return int64(k)
				}
			}
		}
		return -1
	}
	out := make([]int64, c.Rows)
	if c.Enc == frame.Dict {
		of := make([]int64, c.Dict.Len())
		for k := range of {
			of[k] = find(c.Dict.Values, k)
		}
		for i := range out {
			if out[i] = missing; c.Code(i) >= 0 {
				out[i] = of[c.Code(i)]
			}
		}
		return out
	}
	for i := range out {
		out[i] = find(c, i)
	}
	return out
}
