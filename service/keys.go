package service

import (
	"errors"
	"fmt"
	"strings"

	"github.com/mars-project/mars-go/op"
)

// KeyList is chunk keys for people: the first eight, and how many there are when there are more.
func KeyList(ks []op.Key) string {
	var b strings.Builder
	for i, k := range ks {
		if i > 0 {
			b.WriteByte(',')
		}
		if i == 8 {
			fmt.Fprintf(&b, "... (%d)", len(ks))
			break
		}
		b.WriteString(k.Short())
	}
	return b.String()
}

// Recoveries is how often lost data is made again for one reader before it fails: the worker that just made
// it may be lost as well.
const Recoveries = 10

// LostError names chunks that are nowhere any more. It is wrapped in an error of kind Lost.
type LostError struct {
	Keys     []op.Key
	Versions []uint64 // the ChunkMeta.Version of each as of which this is so; nil where the caller knows
}

func (e *LostError) Error() string { return "chunks " + KeyList(e.Keys) + " are nowhere any more" }

// Lost is the LostError in err; nil when there is none.
func Lost(err error) *LostError {
	if err == nil { // as most often: nothing is allocated
		return nil
	}
	var l *LostError
	if errors.As(err, &l) {
		return l
	}
	return nil
}

// LostKeys are the chunks that an error says are nowhere any more; nil when it says nothing of the kind.
func LostKeys(err error) []op.Key {
	if l := Lost(err); l != nil {
		return l.Keys
	}
	return nil
}
