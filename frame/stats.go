package frame

// A Tri is a fact that may not be known yet.
type Tri int8

// The answers. The zero value says nothing.
const (
	Unknown Tri = iota
	No
	Yes
)

// Known turns a fact into a Tri.
func Known(b bool) Tri {
	if b {
		return Yes
	}
	return No
}

func (t Tri) String() string { return [...]string{"unknown", "no", "yes"}[t] }

// Stats are what the planner may know of a column. They are plain data that travels with chunk meta, and
// merge over chunks.
type Stats struct {
	Rows   int64   // rows, missing ones too
	Bytes  int64   // of the blocks that the rows keep alive
	Nulls  int64   // missing rows; of a float column these are the NaNs
	Min    Label   // of the rows that are there; None when there is none or the dtype has no order
	Max    Label   // likewise
	Sorted Tri     // no row is less than the one before, and missing rows come last
	Unique Tri     // no two rows are equal; missing rows equal each other
	HasNaN Tri     // a float or complex column holds a NaN; No for other dtypes
	Sketch *Sketch // how many distinct values; nil when nobody asked
}

// Stats are the column's statistics without the sketch, found by one pass over the rows on first use.
func (c *Column) Stats() Stats {
	if s := c.stats.Load(); s != nil {
		return *s
	}
	r := c.scan()
	s := Stats{Rows: int64(c.Rows), Bytes: c.Bytes(), Nulls: int64(r.nulls), HasNaN: No}
	if c.DType.IsFloat() || c.DType.IsComplex() {
		s.HasNaN = Known(r.nulls > 0 && !c.DType.Null)
	}
	if r.known {
		if r.min >= 0 {
			s.Min, s.Max = c.Label(r.min), c.Label(r.max)
		}
		s.Sorted = Known(!r.down && r.tail)
		switch {
		case r.tie || r.nulls > 1:
			s.Unique = No
		case !r.up || !r.down:
			s.Unique = Yes
		}
	}
	c.stats.Store(&s)
	return s
}

// StatsWithSketch are Stats with the sketch, which hashes every row on first use.
func (c *Column) StatsWithSketch() Stats {
	s := c.Stats()
	if s.Sketch == nil {
		s.Sketch = c.sketch()
		c.stats.Store(&s)
	}
	return s
}

// Merge is the statistics of the rows of s followed by those of t, of one dtype. What does not follow from
// both is Unknown.
func (s Stats) Merge(t Stats) Stats {
	switch {
	case s.Rows == 0:
		return t
	case t.Rows == 0:
		return s
	}
	m := Stats{Rows: s.Rows + t.Rows, Bytes: s.Bytes + t.Bytes, Nulls: s.Nulls + t.Nulls, Min: s.Min, Max: s.Max}
	if s.Min.IsNil() || !t.Min.IsNil() && t.Min.Less(s.Min) {
		m.Min = t.Min
	}
	if s.Max.IsNil() || !t.Max.IsNil() && s.Max.Less(t.Max) {
		m.Max = t.Max
	}
	ordered := !s.Min.IsNil() && !t.Min.IsNil()
	m.Sorted = s.sortedThen(t, ordered)
	m.Unique = s.uniqueWith(t, ordered)
	switch {
	case s.HasNaN == Yes || t.HasNaN == Yes:
		m.HasNaN = Yes
	case s.HasNaN == No && t.HasNaN == No:
		m.HasNaN = No
	}
	if s.Sketch != nil && t.Sketch != nil {
		m.Sketch = s.Sketch.Merge(t.Sketch)
	}
	return m
}

func (s Stats) sortedThen(t Stats, ordered bool) Tri {
	switch {
	case s.Sorted == No || t.Sorted == No:
		return No
	case s.Nulls > 0 && t.Nulls < t.Rows: // a missing row before one that is there
		return No
	case ordered && t.Min.Less(s.Max):
		return No
	case s.Sorted == Yes && t.Sorted == Yes:
		return Yes
	}
	return Unknown
}

func (s Stats) uniqueWith(t Stats, ordered bool) Tri {
	switch {
	case s.Unique == No || t.Unique == No || s.Nulls > 0 && t.Nulls > 0:
		return No
	case ordered && (s.Min == t.Min || s.Min == t.Max || s.Max == t.Min || s.Max == t.Max):
		return No
	case s.Unique == Unknown || t.Unique == Unknown:
		return Unknown
	case s.Nulls == s.Rows || t.Nulls == t.Rows:
		return Yes
	case ordered && (s.Max.Less(t.Min) || t.Max.Less(s.Min)):
		return Yes
	}
	return Unknown
}
