package dataframe

// Dt is the methods of a series of datetimes or timedeltas, as Series.dt in pandas. Parts of datetimes with a
// zone are those of its wall time.
type Dt struct{ s *Series }

// Dt gives the methods of times of s.
func (s *Series) Dt() Dt { return Dt{s} }
