package asm

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// keySorters are the kernels that this CPU can run.
func keySorters() map[string]*KeySort {
	out := map[string]*KeySort{}
	for _, l := range Levels() {
		if k := Keys64(l); k != nil {
			out[l.String()+" 64"] = k
		}
		if k := Keys32(l); k != nil {
			out[l.String()+" 32"] = k
		}
	}
	return out
}

// keys are n drawn keys with guards around them; few says that they are of few values.
func drawKeys(r *rand.Rand, n, size int, few bool) area {
	a := newArea(n, size)
	for i := range n {
		v := r.Uint64()
		switch {
		case few:
			v = []uint64{0, 1, 2, 1 << 63, 1 << 31, math.MaxUint32, math.MaxUint64}[v%7]
		case v%16 == 0:
			v = math.MaxUint64
		}
		setKey(a, i, v)
	}
	return a
}

func setKey(a area, i int, v uint64) {
	if a.size == 8 {
		*(*uint64)(a.at(i)) = v
	} else {
		*(*uint32)(a.at(i)) = uint32(v)
	}
}

func getKeys(a area) []uint64 {
	out := make([]uint64, (len(a.words)-2*guard)/a.size)
	for i := range out {
		if a.size == 8 {
			out[i] = *(*uint64)(a.at(i))
		} else {
			out[i] = uint64(*(*uint32)(a.at(i)))
		}
	}
	return out
}

func TestNetworksSort(t *testing.T) {
	for name, k := range keySorters() {
		r := rand.New(rand.NewPCG(5, 6))
		for n := 0; n <= k.Leaf; n++ {
			for round := range 4 {
				a := drawKeys(r, n, k.Size, round == 0)
				want := getKeys(a)
				slices.Sort(want)
				k.Network(a.at(0), n)
				if got := getKeys(a); !slices.Equal(got, want) || !a.intact() {
					t.Fatalf("%s: %d keys sorted are %x, want %x", name, n, got, want)
				}
			}
		}
	}
}

func TestSplitParts(t *testing.T) {
	for name, k := range keySorters() {
		r := rand.New(rand.NewPCG(7, 8))
		lens := []int{keysAtOnce - 1, keysAtOnce, 2*keysAtOnce + 1, 5*keysAtOnce + 77}
		for n := k.MinSplit(); n < k.MinSplit()+150; n++ {
			lens = append(lens, n)
		}
		for _, n := range lens {
			for round := range 3 {
				a := drawKeys(r, n, k.Size, round == 0)
				want := getKeys(a)
				slices.Sort(want)
				var f *Form
				pivot := want[r.IntN(n)]
				if round == 1 {
					pivot = want[0]
				}
				less, _ := slices.BinarySearch(want, pivot)
				if round == 2 { // values whose keys are what they were
					f = &Form{Flip: 1 << (8*k.Size - 1), Inf: math.MaxUint64, Add: 5}
					k.Decode(a.at(0), a.at(0), n, f)
				}
				m := k.Split(a.at(0), n, pivot, f)
				got := getKeys(a)
				bad := m != less || !a.intact()
				for i, v := range got {
					bad = bad || (i < m) != (v < pivot)
				}
				slices.Sort(got)
				if bad || !slices.Equal(got, want) {
					t.Fatalf("%s: split of %d keys at %x is %d, want %d", name, n, pivot, m, less)
				}
			}
		}
	}
}

func TestForms(t *testing.T) {
	values := []uint64{
		0, 1, 2, 3, 0x7c00, 0x3c00, 1 << 31, 1 << 63, 1<<31 + 1, 1<<63 + 1, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00000, 0x7f800001, 0xff800001,
		0x3f800000, 0xbf800000, 0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000, 0xfff8000000000000, 0xffffffffffffffff, 0xfff0000000000001, 0x7ff0000000000001,
		0x3ff0000000000000, 0xbff0000000000000, math.MaxUint32, math.MaxInt64, math.MaxInt32,
	}
	forms := []Form{
		{Inf: math.MaxUint64},
		{Flip: 1 << 63, Inf: math.MaxUint64},
		{Flip: 1 << 31, Inf: math.MaxUint64, Add: 1},
		{Flip: 1 << 63, Inf: math.MaxUint64, Add: 1},
		{Mask: math.MaxInt64, Flip: 1 << 63, Inf: 0x7ff0000000000000, NaN: 0x7ff8000000000000},
		{Mask: math.MaxInt64, Flip: 1 << 63, Inf: 0x7ff0000000000000, NaN: 0x7ff8000000000000, Zero: 1 << 63},
		{Mask: math.MaxInt32, Flip: 1 << 31, Inf: 0x7f800000, NaN: 0x7fc00000, Zero: 1 << 31},
	}
	for name, k := range keySorters() {
		bits := 8 * k.Size
		all := uint64(math.MaxUint64) >> (64 - bits)
		for _, f := range forms {
			code := func(v uint64) uint64 { // as Form says
				v &= all
				if v == f.Zero&all {
					v = 0
				}
				if v&f.Mask > f.Inf&all {
					v = f.NaN
				}
				top := uint64(int64(v<<(64-bits))>>63) & all
				return ((v ^ top&f.Mask ^ f.Flip) - f.Add) & all
			}
			if f.Flip != 0 && f.Flip != 1<<(bits-1) {
				continue
			}
			for n := range 80 {
				a, b := newArea(n, k.Size), newArea(n, k.Size)
				for i := range n {
					setKey(a, i, values[(i+n)%len(values)])
				}
				k.Encode(b.at(0), a.at(0), n, &f)
				want := getKeys(a)
				for i := range want {
					want[i] = code(want[i])
				}
				if got := getKeys(b); !slices.Equal(got, want) || !b.intact() {
					t.Fatalf("%s: keys of %x by %x are %x, want %x", name, getKeys(a), f, got, want)
				}
				k.Decode(b.at(0), b.at(0), n, &f)
				for i, v := range getKeys(b) {
					if code(v) != want[i] {
						t.Fatalf("%s: the value of key %x by %x is %x", name, want[i], f, v)
					}
				}
				if !b.intact() {
					t.Fatalf("%s: decoding %d keys writes beside its place", name, n)
				}
			}
		}
	}
}

func TestKeysOfARange(t *testing.T) {
	for name, k := range keySorters() {
		r := rand.New(rand.NewPCG(9, 9))
		lens := []int{keysAtOnce - 1, keysAtOnce, 2*keysAtOnce + 3}
		for n := range 140 {
			lens = append(lens, n)
		}
		for _, n := range lens {
			for round := range 3 {
				keys, from, out := drawKeys(r, n, k.Size, round == 0), drawKeys(r, n, k.Size, false), newArea(n+64/k.Size, k.Size)
				ks, vs := getKeys(keys), getKeys(from)
				top := uint64(math.MaxUint64) >> (64 - 8*k.Size)
				lo, hi := r.Uint64()&top, r.Uint64()&top
				if round == 0 && n > 1 {
					lo, hi = ks[0], ks[1]
				}
				lo, hi = min(lo, hi), max(lo, hi)
				if round == 2 {
					lo, hi = 0, top
				}
				var want []uint64
				less := 0
				for i, x := range ks {
					if x >= lo && x <= hi {
						want = append(want, vs[i])
					}
					if x < hi {
						less++
					}
				}
				c := k.Between(out.at(0), from.at(0), keys.at(0), n, lo, hi)
				if got := getKeys(out)[:c]; !slices.Equal(got, want) || !out.intact() || !keys.intact() || !from.intact() {
					t.Fatalf("%s: of %d keys from %x to %x there are %x, want %x", name, n, lo, hi, got, want)
				}
				if got := k.Below(keys.at(0), n, hi); got != less {
					t.Fatalf("%s: of %d keys %d are below %x, want %d", name, n, got, hi, less)
				}
			}
		}
	}
}
