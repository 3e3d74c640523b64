package files

import (
	"fmt"
	"io"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/wire/parquet"
)

// checkParts checks the columns that become names of directories.
func (o *toParquet) checkParts(m op.Meta) error {
	for _, l := range o.PartitionCols {
		if _, err := m.Col(l); err != nil {
			return err
		}
	}
	switch {
	case o.sink().star():
		return errs.New(errs.Invalid, "%s: partition_cols asks for the name of a directory, without a star", o.Path)
	case len(o.PartitionCols) >= len(m.Cols):
		return errs.New(errs.Invalid, "No data left to save outside partition columns")
	}
	return nil
}

// fileCount is how many files are written, which only the values tell.
func (o *toParquet) fileCount(in []op.Meta) op.Dim { return op.Sym("files of to_parquet", in...) }

// tileParts writes every chunk into the files of its directories, and commits them all.
func (o *toParquet) tileParts(t *op.Tiler) error {
	g := t.In(0)
	n := len(g.Edges)
	parts := make([]op.Edge, n)
	for k, e := range g.Edges {
		parts[k] = op.Edge{ID: t.Place([]int{k}, []int{n}).Task([]int{k}, nil, e), Part: -1}
	}
	end := t.At(op.Final).Task(nil, nil, parts...)
	return t.Out(op.Grid{Shape: []int{1}, Edges: []op.Edge{{ID: end, Part: -1}}})
}

// writeParts writes the files of a chunk under temporary names: one for each combination of values, in order
// of appearance.
func (o *toParquet) writeParts(x *op.Exec) error {
	f := x.Frame(0)
	dirs, rows, err := o.directories(f)
	if err != nil {
		return err
	}
	var keep []int
	for i, l := range f.Names {
		if !slices.Contains(o.PartitionCols, l) {
			keep = append(keep, i)
		}
	}
	base := fmt.Sprintf("/%016x-%0*d.parquet", o.Nonce, len(strconv.Itoa(max(x.Full()[0]-1, 0))), x.Lo()[0])
	var files, temps []string
	var counts []int64
	sink := o.sink()
	for i, d := range dirs {
		name, err := sink.create(x.FS(), func(w io.Writer) error {
			part, err := f.Select(keep...).Take(x.Mem(), rows[i])
			if err != nil {
				return err
			}
			opt := o.options(x.InMeta(0))
			if opt.Index == nil { // a range tells nothing in a file that has some of the rows
				part = part.WithIndex(frame.NewRange(0, 1, part.NRows).WithNames(part.Index.Names[0]))
			}
			p, err := parquet.NewWriter(w, opt)
			if err != nil {
				return err
			}
			if err := p.Write(x.Mem(), part); err != nil {
				return err
			}
			return p.Close()
		})
		if err != nil {
			for _, t := range temps {
				_ = x.FS().Remove(t)
			}
			return err
		}
		files, temps, counts = append(files, sink.path+d+base), append(temps, name), append(counts, int64(len(rows[i])))
	}
	return x.Put(0, frame.Must(frame.New(nil, partNames, frame.Strs(files...), frame.Of(counts), frame.Strs(temps...))))
}

// directories are the directories of the rows of f, as "/a=1/b=x", and the rows of each.
func (o *toParquet) directories(f *frame.Frame) (dirs []string, rows [][]int64, err error) {
	at := make([]int, f.NRows) // place among dirs
	if f.NRows > 0 {
		dirs = []string{""}
	}
	for _, l := range o.PartitionCols {
		c := f.Col(l)
		texts := map[frame.Label]string{}
		type step struct {
			dir  int
			text string
		}
		places := map[step]int{}
		var next []string
		for i := range at {
			v := c.Label(i)
			text, ok := texts[v]
			if !ok {
				if text, err = hiveText(c.DType, c.Cell(i)); err != nil {
					return nil, nil, errs.Wrap(errs.KindOf(err), err, "column %s", l.Repr())
				}
				texts[v] = text
			}
			s := step{at[i], text}
			k, ok := places[s]
			if !ok {
				k = len(next)
				places[s] = k
				next = append(next, dirs[at[i]]+"/"+l.String()+"="+text)
			}
			at[i] = k
		}
		dirs = next
	}
	rows = make([][]int64, len(dirs))
	for i, k := range at {
		rows[k] = append(rows[k], int64(i))
	}
	return dirs, rows, nil
}

// hiveText is a value as the name of a directory has it, as pyarrow writes it.
func hiveText(d dtype.DType, v any) (string, error) {
	if frame.IsMissing(v) {
		return hiveNull, nil
	}
	var s string
	switch v := v.(type) {
	case string:
		s = v
	case bool, int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64:
		s = fmt.Sprint(v)
	case float32:
		s = arrowFloat(float64(v), 32)
	case float64:
		s = arrowFloat(v, 8*max(d.Size(), 4))
	case frame.Timestamp:
		s = hiveTime(v)
	case frame.Timedelta:
		s = strconv.FormatInt(v.Ticks, 10)
	default:
		return "", errs.New(errs.Type, "a value of type %T is no name of a directory", v)
	}
	return strings.ReplaceAll(url.QueryEscape(s), "+", "%20"), nil
}

// hiveTime is a time with all digits of its unit.
func hiveTime(t frame.Timestamp) string {
	layout, at := "2006-01-02 15:04:05", time.Unix(t.Ticks, 0)
	switch t.Unit {
	case dtype.Day:
		layout, at = time.DateOnly, t.Time()
	case dtype.Milli:
		layout, at = layout+".000", time.UnixMilli(t.Ticks)
	case dtype.Micro:
		layout, at = layout+".000000", time.UnixMicro(t.Ticks)
	case dtype.Nano:
		layout, at = layout+".000000000", time.Unix(0, t.Ticks)
	}
	if t.TZ != "" {
		layout += "Z"
	}
	return at.UTC().Format(layout)
}

// arrowFloat is the shortest text of a float that reads back, with an exponent from 1e15 on and below 1e-6.
func arrowFloat(v float64, bits int) string {
	if math.IsInf(v, 0) {
		return strings.TrimPrefix(strings.ToLower(strconv.FormatFloat(v, 'g', -1, bits)), "+")
	}
	if a := math.Abs(v); v == 0 || a >= 1e-6 && a < 1e15 {
		return strconv.FormatFloat(v, 'f', -1, bits)
	}
	s := strconv.FormatFloat(v, 'e', -1, bits)
	return strings.Replace(strings.Replace(s, "e-0", "e-", 1), "e+0", "e+", 1)
}
