package files

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

// A parquetPart is a column that stands in the names of directories, as in year=2024/month=5, and its values
// in order of appearance. As in pyarrow it is a category, of integers where all values are integers of 32
// bits.
type parquetPart struct {
	Name   string
	Values []string
	Ints   bool
}

// hiveNull is the name of a directory whose rows miss the value.
const hiveNull = "__HIVE_DEFAULT_PARTITION__"

// keysOf are the names and values of the directories that a file lies in.
func keysOf(below string) (names, values []string, err error) {
	dirs := strings.Split(below, "/")
	for _, d := range dirs[:len(dirs)-1] {
		name, value, ok := strings.Cut(d, "=")
		if !ok || name == "" {
			continue
		}
		if value, err = url.PathUnescape(value); err != nil {
			return nil, nil, errs.Wrap(errs.Invalid, err, "%s", below)
		}
		names, values = append(names, name), append(values, value)
	}
	return names, values, nil
}

// divide finds the columns in the names of directories. All files must lie in directories of the same keys.
func (o *readParquet) divide(files []SourceFile) (err error) {
	o.Parts, o.Keys, err = keyColumns(files)
	return err
}

// keyColumns are the columns in the names of directories, and the codes of their values by file.
func keyColumns(files []SourceFile) (parts []parquetPart, codes [][]int, err error) {
	var first []string
	for i, f := range files {
		names, values, err := keysOf(f.Below)
		if err != nil {
			return nil, nil, err
		}
		if i == 0 {
			first = names
			for _, n := range names {
				parts = append(parts, parquetPart{Name: n, Ints: true})
			}
		}
		if !slices.Equal(first, names) {
			return nil, nil, errs.New(errs.Invalid, "%s lies in directories of other keys than %s", f.Path, files[0].Path)
		}
		keys := make([]int, len(values))
		for k, v := range values {
			keys[k] = parts[k].code(v)
		}
		codes = append(codes, keys)
	}
	return parts, codes, nil
}

// code is that of a value, -1 where it is missing.
func (p *parquetPart) code(v string) int {
	if v == hiveNull {
		return -1
	}
	k := slices.Index(p.Values, v)
	if k < 0 {
		k = len(p.Values)
		p.Values = append(p.Values, v)
		_, err := strconv.ParseInt(v, 10, 32)
		p.Ints = p.Ints && err == nil
	}
	return k
}

// part is the place of a column among those in the names of directories, -1 for another.
func (o *readParquet) part(l frame.Label) int {
	return slices.IndexFunc(o.Parts, func(p parquetPart) bool { return frame.L(p.Name).Same(l) })
}

// column is rows of the value that a file has.
func (p *parquetPart) column(al mem.Allocator, code, rows int) (*frame.Column, error) {
	var dict *frame.Dictionary
	var err error
	if p.Ints {
		ints := make([]int32, len(p.Values))
		for i, v := range p.Values {
			n, err := strconv.ParseInt(v, 10, 32)
			if err != nil {
				return nil, errs.Wrap(errs.Internal, err, "key %s", p.Name)
			}
			ints[i] = int32(n)
		}
		dict, err = frame.NewDictionary(frame.Of(ints))
	} else {
		dict, err = frame.NewDictionary(frame.Strs(p.Values...))
	}
	if err != nil {
		return nil, err
	}
	one := frame.NewDict(dtype.Categorical, dict, mem.WrapOf([]int32{int32(code)}), 0, 1, 4)
	return frame.NewConst(al, one, rows)
}

// within puts the columns that stand in the names of directories between those that were read.
func (o *readParquet) within(x *op.Exec, file int, f *frame.Frame) (*frame.Frame, error) {
	if !slices.ContainsFunc(o.Schema, func(c parquetColumn) bool { return c.Part > 0 }) {
		return f, nil
	}
	out, read := *f, f.Cols
	out.Names, out.Cols = nil, nil
	for _, c := range o.Schema[:len(o.Schema)-o.Levels] {
		var col *frame.Column
		if c.Part == 0 {
			col, read = read[0], read[1:]
		} else {
			var err error
			if col, err = o.Parts[c.Part-1].column(x.Mem(), o.Keys[file][c.Part-1], f.NRows); err != nil {
				return nil, err
			}
		}
		out.Names, out.Cols = append(out.Names, c.Name), append(out.Cols, col)
	}
	return &out, nil
}

// mayFile reports that rows of a file may pass the conditions, as far as the names of its directories tell.
func (o *readParquet) mayFile(file int) (bool, error) {
	for _, p := range o.Where {
		k := o.part(p.Column)
		if k < 0 {
			continue
		}
		c, err := o.Parts[k].column(mem.Heap, o.Keys[file][k], 1)
		if err != nil {
			return false, err
		}
		fn, err := column.Settle(p.Func(), column.Col(c.DType), column.Scalar(p.Value))
		if err != nil {
			return false, err
		}
		mask, err := fn.Run(column.Env{Mem: mem.Heap}, c, nil)
		if err != nil {
			return false, err
		}
		if rows, err := column.True(column.Env{Mem: mem.Heap}, mask); err != nil || len(rows) == 0 {
			return false, err
		}
	}
	return true, nil
}
