package files

import (
	"slices"
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/wire/csv"
)

// ToCSV is the options of DataFrame.ToCSV. The zero value is pandas' defaults.
type ToCSV struct {
	Sep            string // one character. The default is ",".
	NARep          string // stands for missing values
	FloatFormat    string // in Python's % letters, as "%.3f". The default is the shortest text that reads back.
	Columns        []any  // to write, in this order; nil for all
	NoHeader       bool
	Header         []string // other names of the columns
	NoIndex        bool
	IndexLabel     []string // headings of the row labels
	Compression    string   // "gzip", "zstd" or "none". The default is what the name says.
	Quoting        int      // as in Python's csv: 0 where needed, 1 all, 2 all but numbers, 3 none
	Quote          string   // the default is `"`
	NoDoubleQuote  bool
	Escape         string
	LineTerminator string
	DateFormat     string // in strftime's letters
	Decimal        string // the default is "."
	Encoding       string // "utf-8", the default, or "utf-8-sig" for a byte order mark at the beginning
}

// WriteCSV is the operand that writes a frame or a series as delimited text. Errors: Type for columns that
// are no labels.
func WriteCSV(path string, opts ...ToCSV) (op.Operand, error) {
	if len(opts) == 0 {
		return &toCSV{PathOrBuf: path}, nil
	}
	c := opts[0]
	cols, err := csvLabels(c.Columns)
	index, double := !c.NoIndex, !c.NoDoubleQuote
	var header any = !c.NoHeader
	if c.Header != nil {
		header = c.Header
	}
	return &toCSV{
		PathOrBuf: path, Sep: c.Sep, NaRep: c.NARep, FloatFormat: c.FloatFormat, Columns: cols, Header: header, Index: &index,
		IndexLabel: given(c.IndexLabel), Compression: named(c.Compression), Quoting: c.Quoting, Quotechar: c.Quote, Lineterminator: c.LineTerminator,
		DateFormat: c.DateFormat, Doublequote: &double, Escapechar: c.Escape, Decimal: c.Decimal, Encoding: c.Encoding,
	}, err
}

type toCSV struct {
	op.Effect
	PathOrBuf      string
	Sep            string
	NaRep          string
	FloatFormat    string
	Columns        []frame.Label
	Header         any // whether there is one, or other names
	Index          *bool
	IndexLabel     any // headings of the row labels
	Compression    any // a name, or a dict of the method alone
	Quoting        int
	Quotechar      string
	Lineterminator string
	DateFormat     string
	Doublequote    *bool
	Escapechar     string
	Decimal        string
	Encoding       string
}

func init() {
	op.Register[toCSV](op.Doc{
		Gives: "dataframe", Forms: "path_or_buf=path sep=character columns=columns index_label=anything compression=or_none",
		Name: "dataframe.to_csv", Like: "pandas.DataFrame.to_csv", Methods: "DataFrame.to_csv Series.to_csv",
		Sig: "to_csv(df, path_or_buf=None, *, sep=',', na_rep='', float_format=None, columns=None, header=True, index=True, index_label=None, " +
			"mode='w', encoding=None, compression='infer', quoting=None, quotechar='\"', lineterminator=None, chunksize=None, date_format=None, " +
			"doublequote=True, escapechar=None, decimal='.', errors='strict', storage_options=None)",
		Summary: "Write delimited text",
		Notes:   "A path with a star is one file for each chunk. The result has the names and rows of the files.",
	})
}

func (o *toCSV) sink() fileSink { return fileSink{o.PathOrBuf, o.Nonce} }

// options are those of package csv.
func (o *toCSV) options() (csv.WriteOptions, error) {
	c := csv.WriteOptions{
		Sep: o.Sep, NARep: o.NaRep, FloatFormat: o.FloatFormat, NoIndex: !*o.Index, DateFormat: o.DateFormat,
		Quoting: csv.Quoting(o.Quoting), NoDoubleQuote: !*o.Doublequote, LineTerminator: o.Lineterminator,
	}
	if _, ok := o.Header.(bool); !ok {
		c.Aliases = texts(o.Header)
	}
	switch o.IndexLabel.(type) {
	case bool:
		return c, errs.New(errs.Invalid, "to_csv: index_label=False is not there yet, give a list of names")
	case nil:
	default:
		c.IndexLabel = texts(o.IndexLabel)
	}
	if err := quotes(o.Quoting); err != nil {
		return c, err
	}
	return c, csvChars([]csvChar{{"quotechar", o.Quotechar, &c.Quote}, {"escapechar", o.Escapechar, &c.Escape}, {"decimal", o.Decimal, &c.Decimal}})
}

// titled reports that files begin with the names of columns.
func (o *toCSV) titled() bool { return o.Header != false }

// mark is what stands at the beginning of a file.
func (o *toCSV) mark() (string, error) {
	switch strings.ReplaceAll(strings.ToLower(o.Encoding), "_", "-") {
	case "", "utf-8", "utf8":
		return "", nil
	case "utf-8-sig", "utf8-sig":
		return "\ufeff", nil
	}
	return "", errs.New(errs.Invalid, "encoding %q is not written: choose utf-8 or utf-8-sig", o.Encoding)
}

func (o *toCSV) Infer(in []op.Meta) ([]op.Meta, error) {
	if in[0].Kind != op.Frame && in[0].Kind != op.Series {
		return nil, errs.New(errs.Type, "a %s is not written as text", in[0].Kind)
	}
	if err := o.sink().check(); err != nil {
		return nil, err
	}
	if _, err := textMethod("to_csv", o.Compression, o.PathOrBuf); err != nil {
		return nil, err
	}
	if _, err := o.mark(); err != nil {
		return nil, err
	}
	w, err := o.options()
	if err != nil {
		return nil, err
	}
	for _, l := range o.Columns {
		if _, err := in[0].Col(l); err != nil {
			return nil, err
		}
	}
	if n := len(o.written(in[0])); w.Aliases != nil && len(w.Aliases) != n {
		return nil, errs.New(errs.Invalid, "Writing %d cols but got %d aliases", n, len(w.Aliases))
	}
	empty := &frame.Frame{Index: frame.NewRange(0, 1, 0)}
	if _, err := csv.Append(nil, empty, w); err != nil { // options that do not fit
		return nil, err
	}
	return []op.Meta{o.sink().infer(in, 0)}, nil
}

// temporal reports columns whose text depends on all chunks.
func (o *toCSV) temporal(m op.Meta) bool {
	is := func(c op.Col) bool { return c.Is.IsTemporal() }
	return slices.ContainsFunc(m.Cols, is) || slices.ContainsFunc(m.Index.Levels, is)
}

// Tile finds out how exactly times are to be shown, in all chunks alike, and writes every chunk.
func (o *toCSV) Tile(t *op.Tiler) error {
	g := t.In(0)
	if !o.temporal(g.Meta) || len(g.Edges) == 1 {
		return o.sink().tile(t, g)
	}
	times := make([]op.Edge, len(g.Edges))
	for k, e := range g.Edges {
		times[k] = t.At(op.Map).Edge([]int{k}, e)
	}
	return o.sink().tile(t, g, t.At(op.Combine).Edge(nil, times...))
}

// StageMeta describes parts, and how exactly times are shown.
func (o *toCSV) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	switch s {
	case op.Chunk:
		return []op.Meta{partMeta(op.Dim{N: 1})}, nil
	case op.Final:
		return []op.Meta{o.sink().infer(in, len(in))}, nil
	}
	n := in[0].Rows()
	if s == op.Map {
		n = op.Dim{N: len(in[0].Index.Levels) + len(o.written(in[0]))}
	}
	return []op.Meta{op.NewFrame(n, op.FreshRange(n), op.Col{Name: frame.L("precision"), Type: op.T(dtype.Uint8)})}, nil
}

// written are the places of the columns that are written.
func (o *toCSV) written(m op.Meta) []int {
	if o.Columns == nil {
		all := make([]int, len(m.Cols))
		for i := range all {
			all[i] = i
		}
		return all
	}
	var at []int
	for _, l := range o.Columns {
		at = append(at, m.Find(l))
	}
	return at
}

// ColumnsOf are those that are written.
func (o *toCSV) ColumnsOf(_ int, in []op.Meta, _ []int) ([]int, bool) {
	if o.Columns == nil {
		return nil, false
	}
	return o.written(in[0]), true
}

// Labels are written, unless the user leaves them out.
func (o *toCSV) Labels(int) op.Look {
	if !*o.Index {
		return op.Ignores
	}
	return op.Looks
}
