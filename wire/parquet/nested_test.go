package parquet_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/wire/parquet"
)

// show is a cell as testdata/nested.py writes it.
func show(v any) string {
	join := func(open, end string, vs []any) string {
		out := make([]string, len(vs))
		for i, v := range vs {
			out[i] = show(v)
		}
		return open + strings.Join(out, ", ") + end
	}
	switch v := v.(type) {
	case nil:
		return "None"
	case bool:
		return map[bool]string{true: "True", false: "False"}[v]
	case []byte:
		return "b" + string(v)
	case []any:
		return join("[", "]", v)
	case frame.Tuple:
		return join("(", ")", v)
	case frame.Record:
		var out []string
		for _, p := range v {
			out = append(out, p.Name+": "+show(p.Value))
		}
		return "{" + strings.Join(out, ", ") + "}"
	case float32:
		return float(float64(v))
	case float64:
		return float(v)
	case frame.Timestamp:
		if v.Unit == dtype.Second {
			return time.Unix(v.Ticks, 0).UTC().Format(time.DateOnly)
		}
		s := time.UnixMicro(v.Ticks).UTC().Format("2006-01-02 15:04:05.000000")
		return strings.TrimSpace(s + " " + v.TZ)
	case frame.Timedelta:
		return fmt.Sprint(v.Ticks) + v.Unit.String()
	}
	return fmt.Sprint(v)
}

func float(v float64) string {
	s := strconv.FormatFloat(v, 'g', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

func TestNestedColumns(t *testing.T) {
	b, err := os.ReadFile("testdata/nested.json")
	if err != nil {
		t.Fatal(err)
	}
	var want map[string][]string
	if err := json.Unmarshal(b, &want); err != nil {
		t.Fatal(err)
	}
	for name, rows := range map[string]int{"nested_types.parquet": 6, "nested_v2.parquet": 120} {
		f := open(t, "testdata/"+name)
		got := all(t, f)
		if got.NRows != rows || len(got.Cols) != len(want) {
			t.Fatalf("%s: %d rows of %d columns", name, got.NRows, len(got.Cols))
		}
		for i, c := range got.Cols {
			cells := want[got.Names[i].String()]
			for r := range got.NRows {
				if s, w := show(c.Cell(r)), cells[r%len(cells)]; s != w {
					t.Errorf("%s: %s[%d] = %s, pyarrow has %s", name, got.Names[i], r, s, w)
				}
			}
		}
		last := all(t, f, len(f.Groups)-1, len(f.Groups))
		if d := last.Diff(tail(t, got, last.NRows)); d != "" {
			t.Errorf("%s: the last row group alone: %s", name, d)
		}
	}
}

func tail(t *testing.T, f *frame.Frame, n int) *frame.Frame {
	t.Helper()
	rows := make([]int64, n)
	for i := range rows {
		rows[i] = int64(f.NRows - n + i)
	}
	out, err := f.Take(mem.Heap, rows)
	if err != nil {
		t.Fatal(err)
	}
	return out.WithIndex(frame.NewRange(int64(f.NRows-n), 1, n))
}

func TestNestedColumnsAskForMemory(t *testing.T) {
	f := open(t, "testdata/nested_types.parquet")
	_, err := f.Read(&limited{left: 200}, parquet.Request{Hi: 1, Columns: []int{f.Find(frame.L("records"))}})
	if !errs.Is(err, errs.OutOfMemory) {
		t.Errorf("%v", err)
	}
}
