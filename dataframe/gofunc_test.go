package dataframe_test

import (
	"database/sql"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/op"
)

type trip struct {
	Driver string  `mars:"driver"`
	Km     float64 `mars:"km"`
	Stops  *int    `mars:"stops"`
	note   string
}

type leg struct {
	Driver string        `mars:"driver"`
	Km     float64       `mars:"km"`
	At     time.Time     `mars:"at"`
	Took   time.Duration `mars:"took"`
	Stops  sql.Null[int] `mars:"stops"`
	Skip   chan int      `mars:"-"`
}

var (
	ofKm    = dataframe.RowFunc("test/km", func(r dataframe.Row) float64 { return r.Float("km") * 2 }, dataframe.Deterministic())
	ofText  = dataframe.RowFunc("test/text", func(r dataframe.Row) string { return r.Get("driver").(string) + "!" })
	ofWhole = dataframe.RowFunc("test/whole", func(r dataframe.Row) *int {
		if n, ok := r.Get("stops").(int64); ok {
			m := int(n) + 1
			return &m
		}
		return nil
	})
	ofTime  = dataframe.RowFunc("test/time", func(r dataframe.Row) time.Time { return time.Unix(int64(r.Float("km")), 5) })
	ofFail  = dataframe.RowFunc("test/fail", func(r dataframe.Row) bool { r.Fail(errors.New("not today")); return true })
	ofPanic = dataframe.RowFunc("test/panic", func(r dataframe.Row) int8 { return []int8{1}[int(r.Float("km"))] })

	split = dataframe.BatchFunc("test/legs", func(ts []trip) (out []leg, err error) {
		for _, t := range ts {
			for range 2 {
				l := leg{Driver: t.Driver, Km: t.Km / 2, At: time.Unix(1, 0).UTC(), Took: time.Second}
				if t.Stops != nil {
					l.Stops = sql.Null[int]{V: *t.Stops, Valid: true}
				}
				out = append(out, l)
			}
		}
		return out, nil
	})
	back = dataframe.BatchFunc("test/back", func(ls []leg) (out []leg, err error) {
		for _, l := range ls {
			if l.At.Unix() != 1 || l.Took != time.Second {
				return nil, errors.New("another time")
			}
			if l.Stops.Valid {
				out = append(out, l)
			}
		}
		return out, nil
	})
	longest = dataframe.GroupFunc("test/longest", func(ts []trip) ([]trip, error) {
		return []trip{slices.MaxFunc(ts, func(a, b trip) int { return int(a.Km - b.Km) })}, nil
	})
	crash = dataframe.GroupFunc("test/crash", func(ts []trip) ([]trip, error) { panic("at the wheel") })
)

func trips(rows int) *dataframe.DataFrame {
	return dataframe.NewWith(dataframe.Options{Rows: rows}, dataframe.C{Name: "driver", Data: []string{"b", "a", "b", "a", "c"}}, dataframe.C{Name: "km", Data: []float64{1, 2, 3, 4, 5}},
		dataframe.C{Name: "stops", Data: []any{int64(1), nil, int64(3), int64(4), nil}}).AsType(map[any]any{"stops": "Int64"})
}

func looped(t *testing.T, h op.Handle) *frame.Frame {
	t.Helper()
	l := marstest.Loop{}
	v, err := l.Run(h.Value())
	if err != nil {
		t.Fatal(err)
	}
	return v[0].(*frame.Frame)
}

func cellsOf(f *frame.Frame, column int) []any { return f.Cols[column].Cells() }

func TestRowFunctions(t *testing.T) {
	d := dataframe.New(dataframe.C{Name: "driver", Data: []string{"b", "a"}}, dataframe.C{Name: "km", Data: []float64{1, 2}}, dataframe.C{Name: "stops", Data: []any{nil, int64(4)}}).AsType(map[any]any{"stops": "Int64"})
	for _, c := range []struct {
		f    dataframe.Rower
		d    dtype.DType
		want []any
	}{
		{ofKm, dtype.Float64, []any{2.0, 4.0}},
		{ofText, dtype.Str, []any{"b!", "a!"}},
		{ofWhole, dtype.Int64.Nullable(), []any{nil, int64(5)}},
		{ofTime, dtype.Datetime(dtype.Nano), []any{frame.Timestamp{Ticks: 1e9 + 5, Unit: dtype.Nano}, frame.Timestamp{Ticks: 2e9 + 5, Unit: dtype.Nano}}},
	} {
		s := d.ApplyFunc(c.f)
		f := looped(t, s)
		if got := cellsOf(f, 0); s.Value().Meta().Cols[0].Is != c.d || f.Cols[0].DType != c.d || !slices.EqualFunc(got, c.want, func(a, b any) bool { return a == b || frame.IsMissing(a) && frame.IsMissing(b) }) {
			t.Errorf("%T gives %v of %s", c.f, got, f.Cols[0].DType)
		}
	}
	marstest.Check(t, "a row function", d.ApplyFunc(ofKm), frame.Must(frame.NewSeries(nil, frame.Label{}, frame.Of([]float64{2, 4}))))
	if a, b := d.ApplyFunc(ofKm).Value().Meta().Key, d.ApplyFunc(ofKm).Value().Meta().Key; a != b {
		t.Error("equal calls of a deterministic function differ")
	}
	if a, b := d.ApplyFunc(ofText).Value().Meta().Key, d.ApplyFunc(ofText).Value().Meta().Key; a == b {
		t.Error("calls of other functions are shared")
	}
}

// A closure runs where the engine is in the same process.
func TestClosures(t *testing.T) {
	factor := 3.0
	s := dataframe.Apply(trips(2), func(r dataframe.Row) float64 { return factor * r.Float("km") })
	if got := cellsOf(looped(t, s), 0); !slices.Equal(got, []any{3.0, 6.0, 9.0, 12.0, 15.0}) {
		t.Error(got)
	}
	if err := dataframe.Apply(trips(2), func(dataframe.Row) chan int { return nil }).Err(); !errs.Is(err, errs.Type) || !strings.Contains(err.Error(), "chan int is no cell") {
		t.Error(err)
	}
}

func TestBatches(t *testing.T) {
	for _, rows := range []int{1, 2, 5} {
		d := trips(rows).MapBatches(split)
		f := looped(t, d)
		if got := cellsOf(f, 1); !slices.Equal(got, []any{.5, .5, 1.0, 1.0, 1.5, 1.5, 2.0, 2.0, 2.5, 2.5}) || f.Index.Label(9).Value() != int64(9) {
			t.Errorf("%d rows: %v, %v", rows, got, f.Index)
		}
		f = looped(t, d.MapBatches(back))
		if got := cellsOf(f, 0); !slices.Equal(got, []any{"b", "b", "b", "b", "a", "a"}) || f.NRows != 6 {
			t.Errorf("%d rows: %v", rows, got)
		}
		f = looped(t, trips(rows).MapGroups(longest, "driver"))
		if got := cellsOf(f, 1); !slices.Equal(got, []any{4.0, 3.0, 5.0}) {
			t.Errorf("groups of %d rows: %v", rows, got)
		}
	}
	if f := looped(t, trips(2).Filter(trips(2).Col("km").Gt(9)).MapBatches(split)); f.NRows != 0 || len(f.Cols) != 5 {
		t.Error(f)
	}
}

// What is wrong with a function, or with its arguments, names it, and for a panic the line.
func TestBadFunctions(t *testing.T) {
	d := trips(2)
	for what, c := range map[string]struct {
		h    op.Handle
		kind errs.Kind
	}{
		`function "test/fail", row 0: not today`:                             {d.ApplyFunc(ofFail), errs.Invalid},
		`function "test/panic", row 0: panic: runtime error: index out of r`: {d.ApplyFunc(ofPanic), errs.Invalid},
		`panic: at the wheel at gofunc_test.go:`:                             {d.MapGroups(crash, "driver"), errs.Invalid},
		`function "test/longest" wants a column stops`:                       {d.Select("driver", "km").MapGroups(longest, "driver"), errs.NotFound},
		`wants a column nix`:                                                 {d.MapGroups(longest, "nix"), errs.NotFound},
		`by: name the columns`:                                               {d.MapGroups(longest), errs.Invalid},
		`is not registered: give what RowFunc returned`:                      {d.ApplyFunc(dataframe.RowFunction[int]{}), errs.Invalid},
		`is not registered: give what BatchFunc returned`:                    {d.MapBatches(dataframe.BatchFunction[trip, trip]{}), errs.Invalid},
		`function "test/km" takes rows, not elements`:                        {d.Col("km").Apply("test/km"), errs.Type},
		`it takes neither rows nor elements`:                                 {d.Apply("test/legs"), errs.Type},
		`column stops, row 1: a missing value is no int`:                     {d.MapBatches(unmissed), errs.Type},
	} {
		l := marstest.Loop{}
		err := c.h.Value().Err()
		if err == nil {
			_, err = l.Run(c.h.Value())
		}
		if !errs.Is(err, c.kind) || !strings.Contains(err.Error(), what) {
			t.Errorf("%s: %v: %v", what, errs.KindOf(err), err)
		}
	}
}

type strict struct {
	Stops int `mars:"stops"`
}

var unmissed = dataframe.BatchFunc("test/strict", func(s []strict) ([]strict, error) { return s, nil })

// What cannot be registered stops the program at its start.
func TestFunctionsThatAreNone(t *testing.T) {
	for want, f := range map[string]func(){
		`"test/km" is registered twice`:   func() { dataframe.RowFunc("test/km", func(dataframe.Row) int { return 1 }) },
		"chan int is no cell":             func() { dataframe.RowFunc("test/a", func(dataframe.Row) chan int { return nil }) },
		"int is no struct":                func() { dataframe.BatchFunc("test/b", func(a []int) ([]int, error) { return a, nil }) },
		"f is nil":                        func() { dataframe.GroupFunc[trip, trip]("test/c", nil) },
		"struct {} has no exported field": func() { dataframe.BatchFunc("test/d", func(a []struct{}) ([]trip, error) { return nil, nil }) },
	} {
		func() {
			defer func() {
				if s, _ := recover().(string); !strings.Contains(s, want) {
					t.Errorf("%s: %s", want, s)
				}
			}()
			f()
		}()
	}
	_ = trip{}.note
}
