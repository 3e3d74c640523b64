package hash_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/hash"
	"github.com/mars-project/mars-go/mem"
)

// TestNumberOfDictionariesThatGrow numbers chunks whose dictionaries begin with each other as their texts are
// numbered.
func TestNumberOfDictionariesThatGrow(t *testing.T) {
	const rows = 70_000
	x := &frame.Lexicon{}
	var plain, shared [][]*frame.Column
	for k := range 3 {
		b := frame.PlainStr(mem.Heap, dtype.Str)
		for i := range rows {
			if i%97 == 13 {
				b.AppendNull()
			} else {
				b.Append(fmt.Sprintf("a text that is long, of number %d", i*7919%(6000+100*k)))
			}
		}
		c, err := b.Column()
		if err != nil {
			t.Fatal(err)
		}
		d, err := c.ByDictionary(mem.Heap)
		if err != nil {
			t.Fatal(err)
		}
		if d, err = x.Share(mem.Heap, d); err != nil {
			t.Fatal(err)
		}
		plain, shared = append(plain, []*frame.Column{c}), append(shared, []*frame.Column{d})
	}
	if a, b := shared[0][0].Dict, shared[2][0].Dict; a == b || frame.Longest(shared[0][0], shared[2][0]) != b {
		t.Fatal("the dictionaries do not grow")
	}
	for _, order := range []hash.Order{hash.Appearance, hash.Sorted} {
		for _, drop := range []bool{false, true} {
			want, err := hash.Number(mem.Heap, order, drop, plain...)
			if err != nil {
				t.Fatal(err)
			}
			for _, pieces := range [][][]*frame.Column{shared, {shared[0], plain[1], shared[2]}} {
				got, err := hash.Number(mem.Heap, order, drop, pieces...)
				if err != nil {
					t.Fatal(err)
				}
				if got.N != want.N || !slices.Equal(got.First, want.First) || !slices.EqualFunc(got.IDs, want.IDs, slices.Equal[[]int32]) {
					t.Errorf("order %d, drop %t: other numbers than those of the texts", order, drop)
				}
			}
		}
	}
}
