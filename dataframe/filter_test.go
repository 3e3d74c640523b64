package dataframe_test

import (
	"fmt"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/op"
)

// bools is a bool series of n rows, with labels where they are not nil.
func bools(n int, labels *frame.Column, f func(i int) any, d ...dtype.DType) *dataframe.Series {
	t := dtype.Bool
	if len(d) > 0 {
		t = d[0]
	}
	var x *frame.Index
	if labels != nil {
		x = frame.NewIndex(frame.Label{}, labels)
	}
	return dataframe.SeriesFromFrame(frame.Must(frame.NewSeries(x, frame.L("m"), cells(t, n, f))))
}

func TestFilter(t *testing.T) {
	g := marstest.Load(t, "testdata/filter.json")
	d, l, u := mixed(30), labeled(30), dupes(30)
	third := func(i int) any { return i%3 == 0 }
	m := bools(30, nil, third)
	key := func(f func(i int) any) *frame.Column { return cells(dtype.Str, 30, f) }
	lm := bools(30, key(func(i int) any { return fmt.Sprintf("r%02d", i*7%30) }), third)
	back := bools(30, key(func(i int) any { return fmt.Sprintf("r%02d", (29-i)*7%30) }), func(i int) any { return (29-i)%3 == 0 })
	um := bools(30, cells(dtype.Int64, 30, func(i int) any { return int64(i * 3 % 10) }), third)
	nm := bools(30, nil, func(i int) any {
		if i%5 == 2 {
			return nil
		}
		return i%4 > 1
	}, dtype.Bool.Nullable())
	for name, h := range map[string]op.Handle{
		"mask": d.Filter(m), "mask of a series": series(mixedFrame(30), "f").Filter(m),
		"none": d.Filter(bools(30, nil, func(int) any { return false })), "all": d.Filter(bools(30, nil, func(int) any { return true })),
		"labels": l.Filter(lm), "other order": l.Filter(back), "repeated labels": u.Filter(um), "nullable": d.Filter(nm),
		"twice": d.Filter(m).Filter(m.Filter(m)).Head(4), "head of filter": l.Filter(lm).Head(3), "tail of filter": d.Filter(m).Tail(3),
		"objects":            d.Filter(bools(30, nil, third, dtype.Object)),
		"repeated by unique": u.Filter(bools(10, nil, func(i int) any { return i%2 == 0 })),
	} {
		marstest.Check(t, name, h, g.Get(t, name))
	}
	marstest.Check(t, "missing labels", l.Filter(bools(2, cells(dtype.Str, 2, func(i int) any { return fmt.Sprintf("r%02d", i) }), third)), errs.Invalid)
	marstest.Check(t, "repeated mask labels", l.Filter(um.Filter(um)), errs.Invalid)
	marstest.Check(t, "mask of numbers", d.Filter(series(mixedFrame(30), "i")), errs.Type)
	marstest.Check(t, "missing objects", d.Filter(bools(30, nil, func(int) any { return nil }, dtype.Object)), errs.Invalid)
}
