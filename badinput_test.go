package mars_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	mars "github.com/mars-project/mars-go"
	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// A badCall is what a user should not have done.
type badCall struct {
	at   string // file:line of the call
	h    op.Handle
	kind errs.Kind
	want string // in the message, after the line
}

// here is the caller's file:line.
func here() string {
	_, file, line, _ := runtime.Caller(1)
	return fmt.Sprintf("%s:%d", filepath.Base(file), line)
}

// refuse executes bad calls; each error must have its kind, its words and the user's line. The session must
// live on.
func refuse(t *testing.T, calls []badCall) {
	t.Helper()
	s, err := mars.Local(t.Context(), mars.Workers(2), mars.CPUs(2), mars.Memory("64MiB"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	for _, c := range calls {
		err := s.Execute(t.Context(), c.h)
		if !errs.Is(err, c.kind) || !strings.HasPrefix(err.Error(), c.at+": ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %s: %v\nwant %s: %s: ... %s", errs.KindOf(err), err, c.kind, c.at, c.want)
		}
	}
	a := tensor.Arange(0, 10, 1).Sum()
	if err := s.Execute(t.Context(), a); err != nil || a.String() != "45" {
		t.Errorf("afterwards: %v, %v", a, err)
	}
}

func TestBadCallsOfTensors(t *testing.T) {
	a := tensor.Ones([]int{2, 3})
	first := badCall{here(), tensor.Add(a, tensor.Ones([]int{4})), errs.Invalid, "tensor.add: operands could not be broadcast together with shapes (2,3) (4,)"}
	refuse(t, []badCall{
		first,
		{here(), tensor.Matmul(a, a), errs.Invalid, "tensor.matmul: the second operand has 2 rows where the first has 3 columns"},
		{here(), tensor.Reshape(a, 4, -1), errs.Invalid, "tensor.reshape: cannot reshape array of size 6 into shape (4, -1)"},
		{here(), a.Get(tensor.At(5)), errs.NotFound, "tensor.getitem: index 5 is out of bounds for axis 0 with size 2"},
		{here(), tensor.BitwiseAnd(a, 1), errs.Type, "tensor.bitwise_and: ufunc 'BitwiseAnd' not supported for the input types"},
		{first.at, tensor.Sqrt(tensor.Sum(first.h.(*tensor.Tensor))), errs.Invalid, "tensor.add: "}, // the first error stays
	})
}

func TestBadCallsOfFrames(t *testing.T) {
	d := dataframe.New(dataframe.C{Name: "k", Data: []int64{1, 2}}, dataframe.C{Name: "s", Data: []string{"a", "b"}})
	refuse(t, []badCall{
		{here(), d.Col("zz"), errs.NotFound, "dataframe.column: no column zz; the columns are k, s"},
		{here(), d.GroupBy("zz").Agg("sum"), errs.NotFound, "dataframe.groupby_agg: no column zz; the columns are k, s"},
		{here(), d.SortValues("zz"), errs.NotFound, "dataframe.sort_values: no column zz; the columns are k, s"},
		{here(), d.Merge(d.Select("k"), dataframe.MergeOptions{LeftOn: "k", RightOn: "s"}), errs.NotFound, "dataframe.merge: the right side: no column s; the columns are k"},
		{here(), d.GroupBy("k").Agg("best"), errs.NotFound, `dataframe.groupby_agg: no aggregate "best" of groups`},
		{here(), d.Col("s").Lt(1), errs.Type, "dataframe.lt: Invalid comparison between dtype=str and int"},
		{here(), d.Col("s").Sub(1), errs.Type, "dataframe.sub: operation 'sub' not supported for dtype 'str'"},
		{here(), d.Col("s").Mean(), errs.Type, "dataframe.mean: Cannot perform reduction 'mean' with string dtype"},
		{here(), d.Merge(d, dataframe.MergeOptions{LeftOn: "k", RightOn: "s"}), errs.Invalid, "You are trying to merge on int64 and str columns for key 'k'"},
	})
}

// files writes damaged files and returns their paths.
func files(t *testing.T) (path func(name string) string) {
	t.Helper()
	good, err := os.ReadFile("examples/data/flights-200k.parquet")
	if err != nil {
		t.Fatal(err)
	}
	torn := append([]byte(nil), good...)
	for i := 4; i < 4000; i++ {
		torn[i] ^= 0x5a // pages of the first column; the footer is whole
	}
	dir := t.TempDir()
	for name, text := range map[string][]byte{
		"torn.parquet": torn, "cut.parquet": good[:len(good)/2], "empty.parquet": nil, "later.parquet": good,
		"empty.csv": nil, "ragged.csv": []byte("a,b\n1,2\n3,4,5\n"), "quote.csv": []byte("a,b\n1,\"2\n3,4\n"), "words.csv": []byte("a,b\n1,2\nx,4\n"),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return func(name string) string { return filepath.Join(dir, name) }
}

func TestBadParquet(t *testing.T) {
	p := files(t)
	later := badCall{here(), dataframe.ReadParquet(p("later.parquet")), errs.NotFound, "later.parquet"}
	if err := os.Remove(p("later.parquet")); err != nil { // after its columns were read, before its rows
		t.Fatal(err)
	}
	refuse(t, []badCall{
		later,
		{here(), dataframe.ReadParquet(p("gone.parquet")), errs.NotFound, p("gone.parquet") + ": no such file or directory"},
		{here(), dataframe.ReadParquet("examples/data/airports.csv"), errs.Invalid, `airports.csv: it begins with "iata" and ends with "528\n", not PAR1`},
		{here(), dataframe.ReadParquet(p("cut.parquet")), errs.Invalid, p("cut.parquet") + `: it begins with "PAR1" and ends with `},
		{here(), dataframe.ReadParquet(p("empty.parquet")), errs.Invalid, p("empty.parquet") + ": 0 bytes"},
		{here(), dataframe.ReadParquet(p("torn.parquet")), errs.Invalid, p("torn.parquet") + ": row group 0, column 'date': "},
		{here(), dataframe.ReadParquet("examples/data/flights-200k.parquet", dataframe.Parquet{Columns: []string{"zz"}}), errs.NotFound, "no column 'zz'; the columns are 'date', 'delay'"},
	})
}

func TestBadCSV(t *testing.T) {
	p := files(t)
	refuse(t, []badCall{
		{here(), dataframe.ReadCSV(p("gone.csv")), errs.NotFound, p("gone.csv") + ": no such file or directory"},
		{here(), dataframe.ReadCSV(p("empty.csv")), errs.Invalid, p("empty.csv") + ": No columns to parse from file"},
		{here(), dataframe.ReadCSV(p("ragged.csv")), errs.Invalid, p("ragged.csv") + ":3: expected 2 fields, saw 3"},
		{here(), dataframe.ReadCSV(p("quote.csv")), errs.Invalid, p("quote.csv") + ":2: a quoted field does not end"},
		{here(), dataframe.ReadCSV(p("words.csv"), dataframe.CSV{DTypes: dataframe.DTypes{"a": dtype.Int64}}), errs.Invalid, p("words.csv") + `:3: column 'a': "x" is no int64`},
		{here(), dataframe.ReadCSV("examples/data/airports.csv", dataframe.CSV{UseCols: []any{"zz"}}), errs.Invalid, "columns expected but not found: ['zz']"},
	})
}
