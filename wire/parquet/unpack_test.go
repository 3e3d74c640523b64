package parquet

import (
	"encoding/binary"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// pack is the numbers in w bits each, the lowest first, in whole groups of eight.
func pack(vs []uint32, w uint) []byte {
	out := make([]byte, (len(vs)+7)/8*int(w))
	for i, v := range vs {
		for b := range w {
			if v>>b&1 != 0 {
				bit := uint(i)*w + b
				out[bit>>3] |= 1 << (bit & 7)
			}
		}
	}
	return out
}

func numbers(t *rapid.T, w uint) []uint32 {
	return rapid.SliceOfN(rapid.Uint32Max(uint32(1<<w-1)), 1, 1200).Draw(t, "numbers")
}

func TestUnpack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := uint(rapid.IntRange(0, 32).Draw(t, "bits"))
		want := numbers(t, w)
		src := pack(want, w)
		src = append(src, make([]byte, rapid.IntRange(0, 20).Draw(t, "more"))...)
		got := make([]uint32, len(want))
		unpack(got, src, w)
		for i := range want {
			if got[i] != want[i] {
				t.Fatalf("number %d of %d bits is %d, not %d", i, w, got[i], want[i])
			}
		}
		bytes, halves := make([]byte, len(want)), make([]uint16, len(want))
		if w > 0 && w <= 8 {
			lanes8(bytes, src, w)
		}
		if w > 0 && w <= 16 {
			lanes16(halves, src, w)
		}
		for i, v := range want {
			if w <= 8 && uint32(bytes[i]) != v || w <= 16 && uint32(halves[i]) != v {
				t.Fatalf("number %d of %d bits is %d and %d in lanes, not %d", i, w, bytes[i], halves[i], v)
			}
		}
	})
}

func TestBelow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		top := rapid.SampledFrom([]int{3, 127, 128, 255, 256, 32767, 32768, 65535, 1 << 20}).Draw(t, "top")
		vs := rapid.SliceOfN(rapid.IntRange(0, top), 1, 40).Draw(t, "numbers")
		most := slices.Max(vs)
		limit := rapid.SampledFrom([]int{0, 1, most, most + 1, most + 2, 128, 256, 32768, 65536}).Draw(t, "limit")
		bytes, halves, wide := make([]byte, len(vs)), make([]uint16, len(vs)), make([]uint32, len(vs))
		for i, v := range vs {
			bytes[i], halves[i], wide[i] = byte(v), uint16(v), uint32(v)
		}
		want := most < limit
		if most <= 255 && below(bytes, limit) != want || most <= 65535 && below(halves, limit) != want || below(wide, limit) != want {
			t.Fatalf("%d below %d is not %v", most, limit, want)
		}
	})
}

// TestRuns reads runs and packed groups as codes, as a look-up and, of one bit, as a mask.
func TestRuns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := uint(rapid.IntRange(1, 14).Draw(t, "bits"))
		var src []byte
		var want []uint32
		for range rapid.IntRange(1, 6).Draw(t, "runs") {
			if rapid.Bool().Draw(t, "repeated") {
				n, v := rapid.IntRange(1, 300).Draw(t, "n"), rapid.Uint32Max(uint32(1<<w-1)).Draw(t, "v")
				src = binary.AppendUvarint(src, uint64(n)<<1)
				src = append(src, byte(v), byte(v>>8))[:len(src)+int(w+7)/8]
				for range n {
					want = append(want, v)
				}
				continue
			}
			vs := numbers(t, w)
			vs = append(vs, make([]uint32, (8-len(vs)%8)%8)...)
			src = append(binary.AppendUvarint(src, uint64(len(vs)/8)<<1|1), pack(vs, w)...)
			want = append(want, vs...)
		}
		want = want[:rapid.IntRange(1, len(want)).Draw(t, "rows")]
		if w <= 7 { // to bytes, as codes of few values are
			small := make([]int8, len(want))
			if err := codes(&hybrid{src: src, width: w}, small, 1<<w); err != nil {
				t.Fatal(err)
			}
			for i, v := range want {
				if uint32(small[i]) != v {
					t.Fatalf("value %d is %d, not %d", i, small[i], v)
				}
			}
		}
		long := make([]int32, len(want))
		if err := codes(&hybrid{src: src, width: w}, long, 1<<w); err != nil {
			t.Fatal(err)
		}
		for i, v := range want {
			if uint32(long[i]) != v {
				t.Fatalf("value %d is %d, not %d", i, long[i], v)
			}
		}
		got, names, dict := make([]int16, len(want)), make([]uint32, len(want)), make([]uint32, 1<<w)
		for i := range dict {
			dict[i] = uint32(i) * 3
		}
		if err := codes(&hybrid{src: src, width: w}, got, 1<<w); err != nil {
			t.Fatal(err)
		}
		if err := gather(&hybrid{src: src, width: w}, names, dict); err != nil {
			t.Fatal(err)
		}
		most := uint32(0)
		for i, v := range want {
			if uint32(got[i]) != v || names[i] != 3*v {
				t.Fatalf("value %d is %d and %d, not %d", i, got[i], names[i], v)
			}
			most = max(most, v)
		}
		if codes(&hybrid{src: src, width: w}, got, int(most)) == nil || gather(&hybrid{src: src, width: w}, names, dict[:most]) == nil {
			t.Fatalf("the code %d of %d passes", most, most)
		}
		if w == 1 {
			m := make(mask, (len(want)+63)/64)
			if _, err := (&hybrid{src: src, width: w}).mask(m, len(want)); err != nil {
				t.Fatal(err)
			}
			for i, v := range want {
				if m.has(i) != (v == 1) {
					t.Fatalf("level %d is %v, not %d", i, m.has(i), v)
				}
			}
			checkSpread(t, m, want)
		}
	})
}

func checkSpread(t *rapid.T, m mask, levels []uint32) {
	n, dst := 0, make([]int, len(levels))
	for _, v := range levels {
		if v == 1 {
			n++
			dst[n-1] = n
		}
	}
	spread(dst, m, n, -1)
	k, holes := 0, 0
	m.holes(len(levels), func(i int) { holes++; levels[i] += 2 })
	for i, v := range levels {
		want := -1
		if v == 1 {
			k++
			want = k
		}
		if dst[i] != want || v == 0 || v == 3 {
			t.Fatalf("row %d of level %d holds %d, not %d", i, v, dst[i], want)
		}
	}
	if holes != len(levels)-n {
		t.Fatalf("%d holes of %d", holes, len(levels)-n)
	}
}
