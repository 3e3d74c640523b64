package sort

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// Census looks at the one-dimensional a by brackets: inside is the keys between the two of each, counts four
// int64 numbers for each, which Choose reads. With exact keys tell the signs of zeros, as in Sample.
func Census(al mem.Allocator, a, brackets *nd.Array, exact bool) (inside, counts *nd.Array, err error) {
	if counts, err = nd.Zeros(al, dtype.Int64, 2*brackets.Shape[0]); err != nil {
		return nil, nil, err
	}
	bad := byWord(
		a.DType,
		func() { inside, err = census[uint8](al, a, brackets, counts, exact) },
		func() { inside, err = census[uint16](al, a, brackets, counts, exact) },
		func() { inside, err = census[uint32](al, a, brackets, counts, exact) },
		func() { inside, err = census[uint64](al, a, brackets, counts, exact) },
	)
	if bad != nil {
		err = bad
	}
	return inside, counts, err
}

func census[W word](al mem.Allocator, a, brackets, counts *nd.Array, exact bool) (*nd.Array, error) {
	bs := bracketList[W](brackets)
	s, d := stretchIn[W](a, exact), new(desk[W])
	for room := s.n/8 + block; ; {
		out, err := nd.New(al, brackets.DType, room)
		if err != nil {
			return nil, err
		}
		ts := make([]votes, len(bs))
		kept := s.look(d, 0, s.n, bs, ts, nd.Data[W](out))
		if kept > room {
			room = kept
			continue
		}
		c := nd.Data[int64](counts)
		for i, t := range ts {
			c[4*i], c[4*i+1], c[4*i+2], c[4*i+3] = int64(t.less), int64(t.low), int64(t.inside), int64(t.high)
		}
		return out.Slice(0, 0, kept, 1), nil
	}
}

// Choose narrows brackets by what Census said of all parts of the elements: to one key each where the places
// ks, which ascend, are found, and for the others to where they surely are.
func Choose(al mem.Allocator, ks []int, brackets *nd.Array, inside, counts []*nd.Array) (out *nd.Array, err error) {
	all, err := nd.Concat(al, 0, inside...)
	if err != nil {
		return nil, err
	}
	ts := make([]votes, brackets.Shape[0]/2)
	for _, a := range counts {
		c := nd.Data[int64](a)
		for i := range ts {
			ts[i].add(votes{int(c[4*i]), int(c[4*i+1]), int(c[4*i+2]), int(c[4*i+3])})
		}
	}
	bad := byWord(
		brackets.DType,
		func() { out, err = chosen[uint8](al, ks, brackets, ts, all) },
		func() { out, err = chosen[uint16](al, ks, brackets, ts, all) },
		func() { out, err = chosen[uint32](al, ks, brackets, ts, all) },
		func() { out, err = chosen[uint64](al, ks, brackets, ts, all) },
	)
	if bad != nil {
		err = bad
	}
	return out, err
}

func chosen[W word](al mem.Allocator, ks []int, brackets *nd.Array, ts []votes, inside *nd.Array) (*nd.Array, error) {
	return bracketArray(al, brackets.DType, choose(ks, bracketList[W](brackets), ts, nd.Data[W](inside)))
}
