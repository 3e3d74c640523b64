package dataframe_test

import (
	"fmt"
	"math"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/mem"
)

// cells makes a column of dtype d.
func cells(d dtype.DType, n int, f func(i int) any) *frame.Column {
	vs := make([]any, n)
	for i := range vs {
		vs[i] = f(i)
	}
	c, err := column.Env{Mem: mem.Heap}.Build(vs, d)
	if err != nil {
		panic(err)
	}
	return c
}

// mixedFrame is mixed of testdata/rows_data.py.
func mixedFrame(n int) *frame.Frame {
	us := dtype.Datetime(dtype.Micro)
	return frame.Must(frame.New(nil, frame.Labels("i", "f", "s", "t", "b", "n"),
		cells(dtype.Int64, n, func(i int) any { return int64(i * 7 % 13) }),
		cells(dtype.Float64, n, func(i int) any {
			if i%7 == 3 {
				return math.NaN()
			}
			return float64(i*37%19) / 4
		}),
		cells(dtype.Str, n, func(i int) any {
			if i%6 == 4 {
				return nil
			}
			return fmt.Sprintf("w%d", i*11%8)
		}),
		cells(us, n, func(i int) any {
			if i%8 == 5 {
				return nil
			}
			return frame.Timestamp{Ticks: int64(i*5%9) * 86400000000, Unit: dtype.Micro}
		}),
		cells(dtype.Bool, n, func(i int) any { return i%3 == 0 }),
		cells(dtype.Int64.Nullable(), n, func(i int) any {
			if i%5 == 2 {
				return nil
			}
			return int64(i % 4)
		})))
}

func mixed(n int) *dataframe.DataFrame { return dataframe.FromFrame(mixedFrame(n)) }

// labeled is mixed with texts as labels, dupes with numbers that repeat.
func labeled(n int) *dataframe.DataFrame {
	key := cells(dtype.Str, n, func(i int) any { return fmt.Sprintf("r%02d", i*7%n) })
	return dataframe.FromFrame(mixedFrame(n).WithIndex(frame.NewIndex(frame.L("key"), key)))
}

func dupes(n int) *dataframe.DataFrame {
	key := cells(dtype.Int64, n, func(i int) any { return int64(i * 3 % 10) })
	return dataframe.FromFrame(mixedFrame(n).WithIndex(frame.NewIndex(frame.Label{}, key)))
}

// series is a column of what made f, as a series.
func series(f *frame.Frame, name string) *dataframe.Series {
	return dataframe.SeriesFromFrame(f.Select(f.Find(frame.L(name))))
}

func labeledFrame(n int) *frame.Frame {
	key := cells(dtype.Str, n, func(i int) any { return fmt.Sprintf("r%02d", i*7%n) })
	return mixedFrame(n).WithIndex(frame.NewIndex(frame.L("key"), key))
}
