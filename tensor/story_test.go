package tensor_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/tensor"
)

// step is a line of a story; testdata/stories/index.py tells what it may say.
type step struct {
	Let, Get, Of, Set, Want string
	Show, Call              string
	Args                    []int
	Array                   *marstest.Golden
	Index                   []json.RawMessage
	Value                   struct {
		Name   string
		Number json.RawMessage
		Array  *marstest.Golden
	}
	Fail, Text string
}

// TestStories plays what NumPy has played.
func TestStories(t *testing.T) {
	b, err := os.ReadFile("testdata/stories/index.json")
	if err != nil {
		t.Fatal(err)
	}
	stories := map[string][]step{}
	if err := json.Unmarshal(b, &stories); err != nil {
		t.Fatal(err)
	}
	for name, steps := range stories {
		t.Run(name, func(t *testing.T) { play(t, steps, !strings.HasPrefix(name, "random")) })
	}
}

func play(t *testing.T, steps []step, all bool) {
	vars := map[string]*tensor.Tensor{}
	for k, s := range steps {
		switch {
		case s.Let != "":
			vars[s.Let] = literal(t, s.Array)
		case s.Get != "":
			vars[s.Get] = vars[s.Of].Get(index(t, s.Index)...)
		case s.Show != "":
			vars[s.Show] = shown(t, vars[s.Of], s.Call, s.Args)
		case s.Set != "":
			var v any
			switch {
			case s.Value.Name != "":
				v = vars[s.Value.Name]
			case s.Value.Array != nil:
				v = literal(t, s.Value.Array)
			default:
				v = number(t, s.Value.Number)
			}
			vars[s.Set].Set(v, index(t, s.Index)...)
		case s.Want != "":
			compare(t, fmt.Sprintf("step %d, %s", k, s.Want), vars[s.Want], *s.Array, all)
		case s.Fail != "":
			last := steps[k-1]
			kind := errs.Invalid
			if s.Fail == "IndexError" {
				kind = errs.NotFound
			}
			h := vars[last.Get+last.Set]
			_, err := (&marstest.Loop{ChunkBytes: 64}).Run(h.Value())
			if !errs.Is(err, kind) || !strings.Contains(cmp.Or(errs.PythonOf(err), err.Error()), strings.TrimSpace(s.Text)) {
				t.Errorf("step %d: %v, want %s: %s", k-1, err, s.Fail, s.Text)
			}
			return
		}
	}
}

// compare runs h in every way or, for stories by the dozen, in a few.
func compare(t *testing.T, name string, h *tensor.Tensor, want marstest.Golden, all bool) {
	if all {
		marstest.Check(t, name, h, want, marstest.ChunkBytes(64, 200))
		return
	}
	for _, n := range []int{1 << 40, 16, 64} {
		got, err := (&marstest.Loop{ChunkBytes: n}).Run(h.Value())
		if err != nil {
			t.Errorf("%s, chunks of %d bytes: %v", name, n, err)
		} else if d := marstest.Diff(got[0], want.Value(t), marstest.Tolerance{}); d != "" {
			t.Errorf("%s, chunks of %d bytes: %s", name, n, d)
		}
	}
}

// shown is what a function of NumPy's name shows of a tensor.
func shown(t *testing.T, a *tensor.Tensor, call string, args []int) *tensor.Tensor {
	if len(args) == 0 {
		args = nil
	}
	switch call {
	case "T", "transpose":
		return tensor.Transpose(a, args...)
	case "reshape":
		return tensor.Reshape(a, args...)
	case "swapaxes":
		return a.Swapaxes(args[0], args[1])
	case "moveaxis":
		return tensor.Moveaxis(a, args[:1], args[1:])
	case "rollaxis":
		return tensor.Rollaxis(a, args[0], args[1])
	case "squeeze":
		return tensor.Squeeze(a, args...)
	case "expand_dims":
		return tensor.ExpandDims(a, args...)
	case "atleast_3d":
		return tensor.Atleast3d(a)
	case "flip":
		return tensor.Flip(a, args...)
	case "diagonal":
		return tensor.Diagonal(a)
	case "real":
		return a.Real()
	}
	t.Fatalf("a story shows %s", call)
	return nil
}

func literal(t *testing.T, g *marstest.Golden) *tensor.Tensor {
	return tensor.FromArray(g.Value(t).(*nd.Array))
}

func number(t *testing.T, raw json.RawMessage) any {
	var i int
	if json.Unmarshal(raw, &i) == nil {
		return i
	}
	f := math.NaN()
	if string(raw) != `"nan"` {
		if err := json.Unmarshal(raw, &f); err != nil {
			t.Fatal(err)
		}
	}
	return f
}

func index(t *testing.T, in []json.RawMessage) (ix []tensor.Index) {
	for _, raw := range in {
		var e struct {
			Slice []*int
			Array *marstest.Golden
		}
		var i int
		switch {
		case string(raw) == "null":
			ix = append(ix, tensor.NewAxis)
		case string(raw) == `"..."`:
			ix = append(ix, tensor.Ellipsis)
		case json.Unmarshal(raw, &i) == nil:
			ix = append(ix, tensor.At(i))
		case json.Unmarshal(raw, &e) != nil:
			t.Fatalf("index %s", raw)
		case e.Array != nil:
			ix = append(ix, tensor.By(literal(t, e.Array)))
		default:
			s := tensor.Whole
			s.Start, s.Stop = e.Slice[0], e.Slice[1]
			if e.Slice[2] != nil {
				s = s.Every(*e.Slice[2])
			}
			ix = append(ix, s)
		}
	}
	return slices.Clip(ix)
}
