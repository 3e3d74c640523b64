package dataframe_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
)

// Sums, means and deviations of columns have the same bits however the rows are cut.
func TestReductionsDoNotDependOnTheSplit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 60).Draw(t, "rows")
		seed := rapid.IntRange(0, 1000).Draw(t, "seed")
		size := rapid.SampledFrom([]float64{1, 1e8, 1e16, 1e200}).Draw(t, "size")
		number := func(k int) func(i int) any {
			return func(i int) any {
				v := math.Sin(float64(seed + 31*i + k))
				switch (seed + i*7 + k) % 11 {
				case 0:
					return nil
				case 1, 2:
					return math.Copysign(size, v)
				}
				return v
			}
		}
		d := dataframe.FromFrame(frame.Must(frame.New(nil, frame.Labels("f8", "f4", "F8", "i8", "b"),
			cells(dtype.Float64, n, number(0)), cells(dtype.Float32, n, number(1)), cells(dtype.Float64.Nullable(), n, number(2)),
			cells(dtype.Int64, n, func(i int) any { return int64(i*i*1_000_003 - seed) }),
			cells(dtype.Bool, n, func(i int) any { return (i+seed)%3 == 0 }))))
		o := dataframe.Reduce{KeepNull: rapid.Bool().Draw(t, "keep"), MinCount: rapid.IntRange(0, 3).Draw(t, "least")}
		chunk := rapid.IntRange(1, 9*n).Draw(t, "bytes")
		name := rapid.SampledFrom([]string{"sum", "mean", "var", "std", "sem"}).Draw(t, "reduction")
		h := dataframe.Handle(reducers[name](d, o))
		if one := rapid.SampledFrom([]string{"", "f4", "F8"}).Draw(t, "column"); one != "" {
			h = scalars[name](d.Col(one), o)
		}
		whole, cut := marstest.Loop{ChunkBytes: 1 << 40}, marstest.Loop{ChunkBytes: chunk}
		want, err := whole.Run(h.Value())
		if err != nil {
			t.Fatal(err)
		}
		got, err := cut.Run(h.Value())
		if err != nil {
			t.Fatal(err)
		}
		if diff := marstest.Diff(got[0], want[0], marstest.Tolerance{}); diff != "" {
			t.Fatalf("%s in chunks of %d bytes: %s", name, chunk, diff)
		}
	})
}
