package op

import (
	"crypto/sha256"

	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// contents identifies the elements of an array in C order: the bytes themselves when they are few, else their SHA-256.
func contents(a *nd.Array) []byte {
	c := a
	if !a.Contiguous() {
		var err error
		if c, err = a.Contig(mem.Heap); err != nil {
			panic(err) // Go memory does not refuse
		}
	}
	b := mem.View[byte](c.Block, c.Offset*c.DType.Size(), c.Bytes())
	if len(b) <= 64 {
		return b
	}
	s := sha256.Sum256(b)
	return s[:]
}
