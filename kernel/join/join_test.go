package join_test

import (
	"slices"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/golden"
	"github.com/mars-project/mars-go/kernel/join"
	"github.com/mars-project/mars-go/mem"
	"pgregory.net/rapid"
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func columns(cs []golden.Column) []*frame.Column {
	out := make([]*frame.Column, len(cs))
	for i, c := range cs {
		out[i] = c.Column
	}
	return out
}

func TestRowsAsPandas(t *testing.T) {
	var cases []struct {
		How         string
		Sort        bool
		Left, Right []golden.Column
		L, R        []int64
	}
	if err := golden.Read("testdata/golden.json", &cases); err != nil {
		t.Fatal(err)
	}
	for i, c := range cases {
		how := must(join.Parse(c.How))
		l, r, err := join.Rows(mem.Heap, how, c.Sort, columns(c.Left), columns(c.Right))
		if err != nil {
			t.Fatal(err)
		}
		if l != nil && !slices.Equal(l, c.L) || r != nil && !slices.Equal(r, c.R) {
			t.Errorf("case %d: %s join (sort %v) of %v and %v:\n got %v\n     %v\nwant %v\n     %v", i, c.How, c.Sort, types(c.Left), types(c.Right), l, r, c.L, c.R)
		}
	}
}

func types(cs []golden.Column) (d []dtype.DType) {
	for _, c := range cs {
		d = append(d, c.DType)
	}
	return d
}

// model is the join by the definition.
func model(how join.How, l, r []int64) (ls, rs []int64) {
	add := func(i, j int) { ls, rs = append(ls, int64(i)), append(rs, int64(j)) }
	a, b, swap := l, r, how == join.Right || how == join.RightAnti
	if swap {
		a, b = r, l
	}
	for i, x := range a {
		n := 0
		for j, y := range b {
			if x == y && how != join.LeftAnti && how != join.RightAnti {
				if how != join.Semi || n == 0 {
					add(i, j)
				}
			}
			n += bit(x == y)
		}
		if n == 0 && how != join.Inner && how != join.Semi {
			add(i, -1)
		}
	}
	if swap {
		return rs, ls
	}
	return ls, rs
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Joined whole and part by part, the rows are those of the definition.
func TestRowsAndPartsAsModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		side := rapid.SliceOfN(rapid.Int64Range(-3, 3), 0, 15)
		l, r := side.Draw(t, "l"), side.Draw(t, "r")
		how := rapid.SampledFrom([]join.How{join.Inner, join.Left, join.Right, join.Semi, join.LeftAnti, join.RightAnti}).Draw(t, "how")
		wantL, wantR := model(how, l, r)
		lk, rk := []*frame.Column{frame.Of(l)}, []*frame.Column{frame.Of(r)}
		check := func(what string, gl, gr []int64, err error) {
			if err != nil || gl != nil && !slices.Equal(gl, wantL) || gr != nil && !slices.Equal(gr, wantR) {
				t.Fatalf("%s %s join of %v and %v is %v, %v, %v, want %v, %v", what, how, l, r, gl, gr, err, wantL, wantR)
			}
		}
		gl, gr, err := join.Rows(mem.Heap, how, false, lk, rk)
		check("whole", gl, gr, err)
		gl, gr, err = join.Spilled(mem.Heap, &kept{map[int][]*frame.Frame{}}, how, false, lk, rk, 3)
		check("parted", gl, gr, err)
	})
}

func TestCross(t *testing.T) {
	l, r, err := join.CrossRows(mem.Heap, 2, 3)
	if err != nil || !slices.Equal(l, []int64{0, 0, 0, 1, 1, 1}) || !slices.Equal(r, []int64{0, 1, 2, 0, 1, 2}) {
		t.Errorf("%v, %v, %v", l, r, err)
	}
}

func TestErrors(t *testing.T) {
	if _, err := join.Parse("sideways"); err == nil {
		t.Error("sideways is a join")
	}
	const own = "own"
	for _, c := range []struct {
		l, r dtype.DType
		want string
	}{
		{dtype.Str, dtype.Int64, "You are trying to merge on str and int64 columns for key 'k'. If you wish to proceed you should use pd.concat"},
		{dtype.Datetime(dtype.Second), dtype.DatetimeTZ(dtype.Second, "UTC"), "You are trying to merge on datetime64[s] and datetime64[s, UTC] columns for key 'k'. If you wish to proceed you should use pd.concat"},
		{dtype.Object, dtype.Datetime(dtype.Second), "You are trying to merge on object and datetime64[s] columns for key 'k'. If you wish to proceed you should use pd.concat"},
		{dtype.Int8, dtype.Float64, own},
		{dtype.Int64, dtype.Int64.Nullable(), own},
		{dtype.Bool, dtype.Bool.Nullable(), own},
		{dtype.Categorical, dtype.Categorical, own},
		{dtype.Datetime(dtype.Second), dtype.Datetime(dtype.Nano), own},
		{dtype.DatetimeTZ(dtype.Second, "UTC"), dtype.DatetimeTZ(dtype.Nano, "Asia/Tokyo"), own},
		{dtype.Bool, dtype.Int64, "object object"},
		{dtype.Complex128, dtype.Int64, "object object"},
		{dtype.Str, dtype.Bool, "object object"},
		{dtype.Str, dtype.NullStr, "object object"},
		{dtype.Object, dtype.Int64, "object object"},
		{dtype.Timedelta(dtype.Second), dtype.Timedelta(dtype.Nano), "object object"},
		{dtype.Categorical, dtype.Str, "str object"},
		{dtype.Str, dtype.Categorical, "object str"},
	} {
		got := own
		switch l, r, err := join.KeyTypes("'k'", c.l, c.r); {
		case err != nil:
			got = err.Error()
		case l != c.l || r != c.r:
			got = l.String() + " " + r.String()
		}
		if got != c.want {
			t.Errorf("keys of %v and %v: %s, want %s", c.l, c.r, got, c.want)
		}
	}
}
