package frame

import (
	"slices"
	"sync"
)

// manyLexicons is how many columns are remembered. What is forgotten costs memory, for its next chunks have a
// dictionary of their own.
const manyLexicons = 64

// Lexicons remembers lexicons by what their texts are of. The zero value is ready. It is safe for concurrent
// use.
type Lexicons struct {
	mu     sync.Mutex
	recent []named // newest first
}

type named struct {
	of string
	x  *Lexicon
}

// Of is the lexicon of a column, a new one if none is remembered.
func (s *Lexicons) Of(column string) *Lexicon {
	s.mu.Lock()
	defer s.mu.Unlock()
	k := slices.IndexFunc(s.recent, func(n named) bool { return n.of == column })
	if k < 0 {
		if len(s.recent) < manyLexicons {
			s.recent = append(s.recent, named{})
		}
		k = len(s.recent) - 1
		s.recent[k] = named{column, &Lexicon{}}
	}
	n := s.recent[k]
	copy(s.recent[1:k+1], s.recent[:k])
	s.recent[0] = n
	return n.x
}
