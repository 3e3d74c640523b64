package plan_test

import (
	"slices"
	"testing"

	"github.com/mars-project/mars-go/plan"
	"github.com/mars-project/mars-go/tensor"
)

// jacobi is n steps of relaxation, with the borders as they are, by slices and joins.
func jacobi(u *tensor.Tensor, n int) *tensor.Tensor {
	in, to, from := tensor.Slice(1, -1), tensor.To(-2), tensor.From(2)
	first, last := tensor.To(1), tensor.From(-1)
	for range n {
		s := tensor.Add(tensor.Add(u.Get(to, in), u.Get(from, in)), tensor.Add(u.Get(in, to), u.Get(in, from)))
		mid := tensor.Concatenate([]*tensor.Tensor{u.Get(in, first), tensor.Multiply(s, 0.25), u.Get(in, last)}, 1)
		u = tensor.Concatenate([]*tensor.Tensor{u.Get(first), mid, u.Get(last)}, 0)
	}
	return u
}

// A program of n steps that cut and join plans n times the chunks of one, and not more with each step.
func TestSliversAreJoined(t *testing.T) {
	for _, chunk := range []int{512, 200} {
		chunks := func(n int) int {
			u := tensor.Ones([]int{512, 512}, tensor.Create{Chunk: []int{chunk}})
			p, err := plan.New(plan.Options{}, jacobi(u, n).Value())
			if err != nil {
				t.Fatal(err)
			}
			if _, err := p.Next(); err != nil {
				t.Fatal(err)
			}
			g, _ := p.Grid(0)
			if most := 512/chunk + 1; g.Shape[0] > most || g.Shape[1] > most {
				t.Errorf("%d steps of chunks of %d: %v chunks", n, chunk, g.Shape)
			}
			return p.Chunks().Len()
		}
		if few, many := chunks(10), chunks(40); many > 5*few {
			t.Errorf("chunks of %d: 10 steps make %d chunks, 40 make %d", chunk, few, many)
		}
	}
}

// Short chunks that somebody asked for stay; what is short beside others does not.
func TestWhatIsASliver(t *testing.T) {
	lengths := func(chunk int, ns ...int) (out []int) {
		var ts []*tensor.Tensor
		for _, n := range ns {
			ts = append(ts, tensor.Ones([]int{n}, tensor.Create{Chunk: []int{chunk}}))
		}
		p, err := plan.New(plan.Options{ChunkBytes: 800}, tensor.Concatenate(ts, 0).Value())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Next(); err != nil {
			t.Fatal(err)
		}
		g, _ := p.Grid(0)
		for _, e := range g.Edges {
			out = append(out, p.Chunks().Dims(e)[0].N)
		}
		return out
	}
	for _, c := range []struct {
		chunk int
		in    []int
		want  []int
	}{
		{2, []int{6, 3}, []int{2, 2, 2, 2, 1}},
		{80, []int{80, 5}, []int{85}},
		{80, []int{5, 80}, []int{85}},
		{80, []int{5, 3, 80, 40, 9}, []int{88, 49}},
		{80, []int{80, 20}, []int{80, 20}},
		{100, []int{100, 1, 1, 1}, []int{100, 3}}, // one may be no longer
	} {
		if got := lengths(c.chunk, c.in...); !slices.Equal(got, c.want) {
			t.Errorf("%v in chunks of %d: %v, want %v", c.in, c.chunk, got, c.want)
		}
	}
	if got := lengths(1, slices.Repeat([]int{1}, 1000)...); len(got) > 64 {
		t.Errorf("a thousand rows are in %d chunks", len(got))
	}
}
