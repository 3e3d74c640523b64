package hash_test

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/hash"
	"github.com/mars-project/mars-go/mem"
)

// numberedAs checks numbers of rows against a map; text is a row's key, "" where it is missing.
func numberedAs(t *testing.T, n *hash.Numbers, rows int, key func(i int) string, sorted bool) {
	t.Helper()
	seen := map[string]int32{}
	var first []int64
	var ids []int32
	for _, p := range n.IDs {
		ids = append(ids, p...)
	}
	for i := range rows {
		k := key(i)
		if k == "" {
			if ids[i] != -1 {
				t.Fatalf("row %d is missing and has number %d", i, ids[i])
			}
			continue
		}
		id, ok := seen[k]
		if !ok {
			id = int32(len(first))
			if sorted {
				id = ids[i]
			}
			seen[k] = id
			first = append(first, int64(i))
			if n.First[id] != int64(i) {
				t.Fatalf("number %d begins in row %d, not %d", id, n.First[id], i)
			}
		}
		if ids[i] != id {
			t.Fatalf("row %d has number %d, want %d", i, ids[i], id)
		}
	}
	if n.N != len(first) || len(n.First) != n.N {
		t.Fatalf("%d numbers with %d first rows, want %d", n.N, len(n.First), len(first))
	}
	if sorted {
		for k := 1; k < n.N; k++ {
			if key(int(n.First[k-1])) >= key(int(n.First[k])) {
				t.Fatalf("numbers %d and %d do not ascend", k-1, k)
			}
		}
	}
}

// Many keys go through one table or, where almost every row has a new one, through parts: integers far apart,
// texts long and short, some of them missing, in one column and in two.
func TestManyKeys(t *testing.T) {
	const rows = 1 << 18
	for _, card := range []int{rows / 3, 2 * rows} {
		t.Run(fmt.Sprint(card), func(t *testing.T) { manyKeys(t, rows, card) })
	}
}

func manyKeys(t *testing.T, rows, card int) {
	r := rand.New(rand.NewPCG(1, 2))
	draw := make([]int, rows)
	for i := range draw {
		draw[i] = r.IntN(card)
	}
	number := func(i int) int64 { return int64(uint64(draw[i]) << 40) }
	text := func(i int) string {
		if draw[i]%2 == 0 {
			return fmt.Sprintf("k%07d", draw[i])
		}
		return fmt.Sprintf("k%07d and more text", draw[i])
	}
	missing := func(i int) bool { return draw[i]%97 == 0 }
	ints := frame.NewNumBuilder[int64](mem.Heap, dtype.Int64.Nullable(), 0)
	texts := frame.NewStrBuilder(mem.Heap, dtype.Str)
	for i := range rows {
		if missing(i) {
			ints.AppendNull()
			texts.AppendNull()
			continue
		}
		ints.Append(number(i))
		texts.Append(text(i))
	}
	keys := map[string]func(i int) string{
		"ints":  func(i int) string { return fmt.Sprintf("%020d", number(i)) },
		"texts": text,
	}
	for name, c := range map[string]*frame.Column{"ints": must(ints.Column()), "texts": must(texts.Column())} {
		key := func(i int) string {
			if missing(i) {
				return ""
			}
			return keys[name](i)
		}
		for _, o := range []hash.Order{hash.Appearance, hash.Sorted} {
			numberedAs(t, must(hash.Number(mem.Heap, o, true, []*frame.Column{c})), rows, key, o == hash.Sorted)
			cut := rows/2 + 7
			two := must(hash.Number(mem.Heap, o, true, []*frame.Column{c.Slice(0, cut)}, []*frame.Column{c.Slice(cut, rows)}))
			numberedAs(t, two, rows, key, o == hash.Sorted)
		}
	}
}

// One key in most rows fills a part, of which the table grows all the same.
func TestManyKeysOfOnePart(t *testing.T) {
	const rows = 1 << 18
	v := make([]int64, rows)
	for i := range v {
		if v[i] = int64(uint64(i) << 32); i%3 > 0 && i > rows/4 {
			v[i] = 5 << 40
		}
	}
	numberedAs(t, must(hash.Number(mem.Heap, hash.Appearance, true, []*frame.Column{frame.Of(v)})), rows,
		func(i int) string { return fmt.Sprint(v[i]) }, false)
}

// Texts of one hash are told apart: the last eight bytes of these make the product that hashes a short text
// 0.
func TestManyTextsOfOneHash(t *testing.T) {
	for _, card := range []int{50000, 200000} {
		t.Run(fmt.Sprint(card), func(t *testing.T) { manyOfOneHash(t, 1<<18, card) })
	}
}

func manyOfOneHash(t *testing.T, rows, card int) {
	b := frame.NewStrBuilder(mem.Heap, dtype.Binary)
	text := func(i int) string {
		switch i % card {
		case 3, 4, 5:
			p := binary.LittleEndian.AppendUint32(nil, uint32(i%card))
			return string(binary.LittleEndian.AppendUint64(p, 0x13198a2e03707345))
		}
		return fmt.Sprint(i % card)
	}
	for i := range rows {
		b.AppendBytes([]byte(text(i)))
	}
	numberedAs(t, must(hash.Number(mem.Heap, hash.Appearance, true, []*frame.Column{must(b.Column())})), rows, text, false)
}

func BenchmarkManyKeys(b *testing.B) {
	const rows = 1 << 20
	r := rand.New(rand.NewPCG(1, 2))
	for _, card := range []int{1e5, 5e6} {
		ints := make([]int64, rows)
		short, long := make([]string, rows), make([]string, rows)
		for i := range ints {
			k := r.IntN(card)
			ints[i] = int64(uint64(k) * 0x9E3779B97F4A7C15)
			short[i], long[i] = fmt.Sprintf("id%010d", k), fmt.Sprintf("key-%025d", k)
		}
		for name, c := range map[string]*frame.Column{"ints": frame.Of(ints), "short": frame.Strs(short...), "long": frame.Strs(long...)} {
			b.Run(fmt.Sprintf("%s/%d", name, card), func(b *testing.B) {
				pool := mem.NewPool(0)
				for b.Loop() {
					s := mem.NewScope(pool)
					if _, err := hash.Number(s, hash.Appearance, false, []*frame.Column{c}); err != nil {
						b.Fatal(err)
					}
					s.Close()
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/rows, "ns/row")
			})
		}
	}
}
