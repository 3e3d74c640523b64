package frame

// Facts about an index are found on first use and kept.

// IsUnique reports that no label comes twice. Missing labels equal each other.
func (x *Index) IsUnique() bool { return x.known().unique }

// IsIncreasing reports labels in ascending order, none missing; equal neighbours are allowed.
func (x *Index) IsIncreasing() bool { return x.known().rising }

// IsDecreasing reports labels in descending order, none missing; equal neighbours are allowed.
func (x *Index) IsDecreasing() bool { return x.known().falling }

func (x *Index) known() indexFacts {
	if f := x.facts.Load(); f != nil {
		return *f
	}
	f := x.find()
	x.facts.Store(&f)
	return f
}

func (x *Index) find() indexFacts {
	switch x.Kind {
	case RangeIndex:
		return indexFacts{true, x.Step > 0 || x.N < 2, x.Step < 0 || x.N < 2}
	case MultiIndex:
		return x.findMulti()
	}
	s := x.Levels[0].scan()
	f := indexFacts{rising: s.known && !s.down && s.nulls == 0, falling: s.known && !s.up && s.nulls == 0}
	switch {
	case s.known && (s.tie || s.nulls > 1):
	case s.known && (f.rising || f.falling):
		f.unique = true
	default:
		f.unique = x.table().unique()
	}
	return f
}

func (x *Index) findMulti() indexFacts {
	f := indexFacts{rising: true, falling: true}
	strict := true
	for i := range x.N {
		for _, c := range x.Levels {
			if c.IsNull(i) {
				f.rising, f.falling = false, false
			}
		}
		if i == 0 {
			continue
		}
		switch d := x.compareRows(i-1, i); {
		case d < 0:
			f.falling = false
		case d > 0:
			f.rising = false
		default:
			strict = false
		}
		if !f.rising && !f.falling {
			break
		}
	}
	if f.rising || f.falling {
		f.unique = strict
		return f
	}
	f.unique = x.table().unique()
	return f
}

// compareRows orders rows i and j level by level; missing labels come last.
func (x *Index) compareRows(i, j int) int {
	for _, c := range x.Levels {
		if c.Enc == Dict && c.Code(i) == c.Code(j) {
			continue
		}
		if d := c.Label(i).compareValue(c.Label(j)); d != 0 {
			return d
		}
	}
	return 0
}
