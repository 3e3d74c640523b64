package csv

import (
	"math"
	"slices"
	"strconv"
)

// defaultNA are the texts that pandas takes for missing values.
var defaultNA = []string{
	"", "#N/A", "#N/A N/A", "#NA", "-1.#IND", "-1.#QNAN", "-NaN", "-nan", "1.#IND", "1.#QNAN", "<NA>", "N/A", "NA",
	"NULL", "NaN", "None", "n/a", "nan", "null",
}

// A naSet is the texts of one column that mean a missing value.
type naSet struct {
	sizes  [256]uint64 // by first byte: bit n says that some text has n bytes, bit 63 that one is longer
	empty  bool
	texts  map[string]bool
	floats map[float64]bool // numbers that mean it, however they are written; when there are none, no text that is a number means it
}

// naOf is the set of the column, as pandas makes it: a number counts in all its spellings.
func (o *Options) naOf(name string) *naSet {
	s := &naSet{texts: map[string]bool{}, floats: map[float64]bool{}}
	if o.NoNAFilter || slices.Contains(o.Verbatim, name) {
		return s
	}
	if !o.NoDefaultNA {
		for _, t := range defaultNA {
			s.add(t)
		}
	}
	for _, t := range o.NAValues {
		s.addUser(t)
	}
	for _, t := range o.NAByColumn[name] {
		s.addUser(t)
	}
	return s
}

func (s *naSet) addUser(t string) {
	s.add(t)
	v, ok := parseFloat([]byte(t))
	if !ok {
		return
	}
	s.floats[v] = true
	if v == math.Trunc(v) && math.Abs(v) < 1e15 {
		n := strconv.FormatInt(int64(v), 10)
		s.add(n)
		s.add(n + ".0")
	}
}

func (s *naSet) add(t string) {
	s.texts[t] = true
	if t == "" {
		s.empty = true
		return
	}
	s.sizes[t[0]] |= 1 << min(len(t), 63)
}

// may reports that a text of n bytes with this first one could mean a missing value.
func (s *naSet) may(first byte, n uint32) bool {
	return n == 0 && s.empty || n > 0 && s.sizes[first]>>min(n, 63)&1 != 0
}

// has reports that b means a missing value.
func (s *naSet) has(b []byte) bool {
	if len(b) == 0 {
		return s.empty
	}
	m := s.sizes[b[0]]
	return m != 0 && m>>min(len(b), 63)&1 != 0 && s.texts[string(b)]
}

// hasFloat is has of a number that was read.
func (s *naSet) hasFloat(v float64) bool { return len(s.floats) > 0 && s.floats[v] }
