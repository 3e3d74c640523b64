package op_test

import (
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

func key(s string) op.Key { var h op.Hasher; return h.Str(s).Sum() }

func sym(s string) op.Dim { return op.Sym("rows", op.Meta{Key: key(s)}) }

func TestSymbolsCompareByQuestion(t *testing.T) {
	if sym("a") != sym("a") || sym("a") == sym("b") {
		t.Error("the same question must have the same symbol, another one another")
	}
	a, b := sym("a"), sym("b")
	if a.Plus(b) != b.Plus(a) {
		t.Error("sums depend on the order")
	}
	if a.Plus(b).Known() || op.Dims(3)[0].Plus(op.Dims(4)[0]).N != 7 {
		t.Error("sums of symbols stay open, sums of numbers do not")
	}
}

func TestResolveAnswersWhatIsKnown(t *testing.T) {
	a, b := sym("a"), sym("b")
	known := func(s string) (int, bool) { return 5, s == a.Sym }
	if d := a.Plus(b).Plus(op.Dim{N: 2}).Resolve(known); d != b.Plus(op.Dim{N: 7}) {
		t.Errorf("got %v", d)
	}
	if d := a.Resolve(known); d != (op.Dim{N: 5}) {
		t.Errorf("got %v", d)
	}
}

func TestLongSumsStayComparable(t *testing.T) {
	var x, y op.Dim
	for i := range 40 {
		x = x.Plus(sym(string(rune('A' + i))))
		y = y.Plus(sym(string(rune('A' + i))))
	}
	if x != y || len(x.Sym) > 16*8 {
		t.Errorf("%d bytes of symbols, equal: %v", len(x.Sym), x == y)
	}
}

func TestBroadcast(t *testing.T) {
	m := func(d ...op.Dim) op.Meta { return op.NewTensor(dtype.Float64, d...) }
	got, err := op.Broadcast(m(op.Dims(3, 1)...), m(op.Dims(4)...))
	if err != nil || op.ShapeString(got) != "(3,4)" {
		t.Errorf("%v %v", got, err)
	}
	_, err = op.Broadcast(m(op.Dims(2)...), m(op.Dims(3)...))
	if !errs.Is(err, errs.Invalid) || err.Error() != "operands could not be broadcast together with shapes (2,) (3,)" {
		t.Errorf("%v", err)
	}
	if got, err = op.Broadcast(m(sym("a")), m(op.Dims(1)...), m(sym("a"))); err != nil || got[0] != sym("a") {
		t.Errorf("%v %v", got, err)
	}
}

func TestEvenSplitsDependOnShapeAlone(t *testing.T) {
	for _, c := range []struct {
		shape []int
		chunk []int
		limit int
		want  []int // number of chunks by axis
	}{
		{[]int{1000, 1000}, nil, 8 * 100 * 100, []int{10, 10}},
		{[]int{1000, 1000}, []int{250}, 1 << 20, []int{4, 4}},
		{[]int{1000, 10}, nil, 800, []int{100, 1}},
		{[]int{0, 5}, nil, 800, []int{1, 1}},
		{[]int{7}, []int{3}, 1, []int{3}},
	} {
		s := op.EvenSplits(op.NewTensor(dtype.Float64, op.Dims(c.shape...)...), c.chunk, c.limit)
		for a := range s {
			if len(s[a]) != c.want[a] || op.Sum(s[a]).N != c.shape[a] {
				t.Errorf("%v by %v: axis %d has %d chunks of %d, want %d", c.shape, c.chunk, a, len(s[a]), op.Sum(s[a]).N, c.want[a])
			}
		}
	}
}

func TestASumIsKnownWhosePartsAreNot(t *testing.T) {
	a, b := op.Sym("a"), op.Sym("b")
	sum := a.Plus(b).Plus(op.Dim{N: 2})
	got := sum.Resolve(func(sym string) (int, bool) { return 5, sym == sum.Sym })
	if got != (op.Dim{N: 7}) {
		t.Errorf("%v, want 7", got)
	}
	if got := sum.Resolve(func(sym string) (int, bool) { return 5, sym == a.Sym }); got != b.Plus(op.Dim{N: 7}) {
		t.Errorf("%v, want 7 and b", got)
	}
}
