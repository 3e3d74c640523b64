package op

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/hash"
)

// fingerprint tells whether two indexes hold the same labels in the same order: Map answers (rows, hash) of a
// chunk such that answers add up over any cutting, Final adds them.
type fingerprint struct{ structural }

// prime is the base of the polynomial hash; arithmetic is modulo 2^61-1, as in Rabin and Karp's string
// matching.
const (
	prime    = 0x1f3d5b79a2c4e681 % mersenne
	mersenne = 1<<61 - 1
)

func (*fingerprint) Exec(x *Exec) error {
	n, sum := int64(0), uint64(0)
	if x.Stage == Final {
		for _, t := range x.Tuples() {
			rows, ok := t[0].(int64)
			h, ok2 := t[1].(uint64)
			if !ok || !ok2 {
				return errs.New(errs.Internal, "a fingerprint of %T and %T", t[0], t[1])
			}
			sum = addMod(mulMod(sum, powMod(prime, rows)), h)
			n += rows
		}
		return x.Put(0, Tuple{n, sum})
	}
	f := x.Frame(0)
	cols := make([]*frame.Column, f.Index.NLevels())
	for i := range cols {
		cols[i] = f.Index.Level(i)
	}
	hs, err := hash.Rows(x.Mem(), cols...)
	if err != nil {
		return err
	}
	for _, h := range hs {
		sum = addMod(mulMod(sum, prime), h%mersenne)
	}
	return x.Put(0, Tuple{int64(f.NRows), sum})
}
