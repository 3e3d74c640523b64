package text

import (
	"cmp"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/str"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// Split is the methods that cut texts: into objects, or with expand into columns.
type Split struct {
	Pat      *string `sig:"-"`
	N        *int    `sig:"-"`
	Expand   *bool   `sig:"-"`
	Regex    *bool   `sig:"-"`
	Sep      string  `sig:"-"`
	Compiled *int    `sig:"-"` // flags of a compiled pattern
	row      string
}

func (o *Split) Row() string { return o.row }

func init() {
	for _, r := range [][3]string{
		{"split", "(pat=None, *, n=-1, expand=False, regex=None)", "Pieces of each text between separators"},
		{"rsplit", "(pat=None, *, n=-1, expand=False)", "Pieces of each text between separators, cut from the right"},
		{"partition", "(sep=' ', expand=True)", "Each text before, at and after the first separator"},
		{"rpartition", "(sep=' ', expand=True)", "Each text before, at and after the last separator"},
	} {
		d := strDoc(r[0], r[1], r[2])
		if r[0] == "split" {
			d.Forms = compiled
		}
		if r[0] == "partition" || r[0] == "rpartition" {
			d.Notes = "There are always three columns: pandas has none for no rows and one where all texts are missing."
		}
		op.Register[Split](d, Split{row: r[0]})
	}
}

func (o *Split) parts() bool { return o.row == "partition" || o.row == "rpartition" }

// Normalize has -1 for all cuts, and says whether the separator is a pattern.
func (o *Split) Normalize([]op.Meta) error {
	if o.parts() {
		if o.Sep == "" {
			return errs.New(errs.Invalid, "empty separator")
		}
		return nil
	}
	if *o.N <= 0 {
		*o.N = -1
	}
	regex := o.row == "split" && o.Pat != nil && (o.Regex == nil && (o.Compiled != nil || len([]rune(*o.Pat)) != 1) || o.Regex != nil && *o.Regex)
	if o.Compiled != nil && !regex {
		return errs.New(errs.Invalid, "Cannot use a compiled regex as replacement pattern with regex=False")
	}
	o.Regex = &regex
	_, _, err := o.cutter()
	return err
}

// cutting is how a text is cut.
type cutting func(s []byte, out [][]byte) [][]byte

// cutter is how texts are cut, and what tells of a text that could not be.
func (o *Split) cutter() (f cutting, searched func() error, err error) {
	searched = func() error { return nil }
	if o.parts() {
		sep := []byte(o.Sep)
		if o.row == "partition" {
			return func(s []byte, out [][]byte) [][]byte { return str.Partition(s, sep, out) }, searched, nil
		}
		return func(s []byte, out [][]byte) [][]byte { return str.RPartition(s, sep, out) }, searched, nil
	}
	n := *o.N
	switch {
	case o.Pat == nil && o.row == "split":
		return func(s []byte, out [][]byte) [][]byte { return str.Fields(s, n, out) }, searched, nil
	case o.Pat == nil:
		return func(s []byte, out [][]byte) [][]byte { return str.RFields(s, n, out) }, searched, nil
	case *o.Regex:
		flags, _ := flagsOf(o.Compiled, 0, nil)
		p, err := str.Compile(*o.Pat, str.Search, str.Flag(flags))
		if err != nil {
			return nil, nil, err
		}
		return func(s []byte, out [][]byte) [][]byte { return p.Split(s, n, out) }, p.Err, nil
	case *o.Pat == "":
		return nil, nil, errs.New(errs.Invalid, "empty separator")
	}
	sep := []byte(*o.Pat)
	if o.row == "split" {
		return func(s []byte, out [][]byte) [][]byte { return str.Split(s, sep, n, out) }, searched, nil
	}
	return func(s []byte, out [][]byte) [][]byte { return str.RSplit(s, sep, n, out) }, searched, nil
}

func (o *Split) Infer(in []op.Meta) ([]op.Meta, error) {
	ms, err := inferText(in, aObject)
	if err != nil || !*o.Expand {
		return ms, err
	}
	m := op.NewFrame(in[0].Dims[0], in[0].Index)
	if m.Open = !o.parts(); !m.Open {
		m.Cols = pieceCols(in[0].Cols[0].Is, 3)
	}
	return []op.Meta{m}, nil
}

// pieceCols are columns 0 to n-1 of the pieces of a text column.
func pieceCols(d dtype.DType, n int) []op.Col {
	if !d.IsString() && !d.IsObject() {
		d = dtype.Str
	}
	cols := make([]op.Col, n)
	for i := range cols {
		cols[i] = op.Col{Name: frame.L(i), Type: op.T(d)}
	}
	return cols
}

// StageMeta describes the most pieces of a chunk.
func (o *Split) StageMeta(s op.Stage, _ []op.Meta) ([]op.Meta, error) {
	if s == op.Chunk {
		return nil, nil
	}
	return []op.Meta{op.NewTensor(dtype.Int64)}, nil
}

// Tile counts the pieces first where they are to be columns.
func (o *Split) Tile(t *op.Tiler) error {
	if !*o.Expand || o.parts() {
		return t.Out(t.Map(t.In(0)))
	}
	most := t.TreeReduce(t.In(0))
	if err := t.Need(op.Values, most); err != nil {
		return err
	}
	m := t.Meta(0)
	m.Open, m.Cols = false, pieceCols(t.In(0).Meta.Cols[0].Is, int(nd.At[int64](t.Value(most).(*nd.Array))))
	t.Refine(0, m)
	return t.Out(t.Map(t.In(0)))
}

// Look passes.
func (o *Split) Look(int) op.Look { return op.Passes }

// Labels pass.
func (o *Split) Labels(int) op.Look { return op.Passes }

func (o *Split) Exec(x *op.Exec) error {
	f, searched, err := o.cutter()
	if err != nil {
		return err
	}
	err = o.cut(x, f)
	return cmp.Or(searched(), err)
}

func (o *Split) cut(x *op.Exec, f cutting) error {
	switch {
	case x.Stage == op.Map:
		return o.count(x, f)
	case x.Stage != op.Chunk:
		most := int64(0)
		for _, a := range x.Arrays() {
			most = max(most, nd.At[int64](a))
		}
		return x.Put(0, nd.Scalar(most))
	case *o.Expand:
		return expandText(x, f)
	}
	return textColumn(x, func(c *frame.Column, _ dtype.DType) (*frame.Column, error) {
		var out [][]byte
		return str.Objects(x.Mem(), c, func(s []byte) any {
			out = f(s, out[:0])
			vs := make([]any, len(out))
			for i, p := range out {
				if p != nil {
					vs[i] = string(p)
				}
			}
			if o.parts() {
				return frame.Tuple(vs)
			}
			return vs
		})
	})
}

// count puts the most pieces of a row: one at least where there are rows.
func (o *Split) count(x *op.Exec, f cutting) error {
	c, err := asTexts(x, x.Frame(0).Cols[0])
	if err != nil {
		return err
	}
	n, err := str.Pieces(x.Mem(), c, f)
	if err != nil {
		return err
	}
	return x.Put(0, nd.Scalar(int64(max(n, min(1, c.Rows)))))
}

// expandText puts a frame of the columns of output 0 with the pieces of each text.
func expandText(x *op.Exec, f func(s []byte, out [][]byte) [][]byte) error {
	in, cols := x.Frame(0), x.Out(0).Cols
	c, err := asTexts(x, in.Cols[0])
	if err != nil {
		return err
	}
	out := in.Select()
	if len(cols) > 0 {
		d := cols[0].Is
		if d.IsObject() {
			d = dtype.Str
		}
		cs, err := str.Columns(x.Mem(), c, d, len(cols), f)
		for i := range cs {
			if err == nil {
				cs[i], err = chunk.Env(x).Cast(cs[i], cols[i].Is)
			}
		}
		if err != nil {
			return err
		}
		out.Cols, out.Names = cs, schema.LabelsOf(cols)
	}
	return x.Put(0, out)
}
