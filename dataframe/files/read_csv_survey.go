package files

import (
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/wire/csv"
)

// readOnce is how many chunks (2 GiB of text) are read before dtypes are known. They are read once then,
// where all values fit the sample's dtypes: what was read is the result, and is kept. More text is looked
// through first and read when it is wanted, so that a pass over it needs no place to keep it.
const readOnce = 128

// look reads all ranges, or looks through them where they are many: read is nil then. What the scans say is
// there when it returns.
func (o *readCSV) look(t *op.Tiler) (read []op.Edge, scans op.Grid, err error) {
	if o.ranges() > readOnce {
		scans = o.scan(t)
	} else {
		read, scans = o.try(t)
		if err := t.Need(op.Rows, op.Grid{Edges: read}, scans); err != nil {
			return nil, op.Grid{}, err
		}
	}
	return read, scans, t.Need(op.Values, scans)
}

// try makes a task that reads each range and looks through it.
func (o *readCSV) try(t *op.Tiler) (read []op.Edge, scans op.Grid) {
	for i, f := range o.Files {
		for k, r := range f.Ranges {
			id := t.At(op.Final).Place([]int{i, k, 0}, []int{len(o.Files), 0, 0}).Task([]int{len(read)}, []op.Meta{o.virtual(i, k, r), o.surveyMeta()})
			read = append(read, op.Edge{ID: id, Part: -1})
			scans.Edges = append(scans.Edges, op.Edge{ID: id, Out: 1, Part: -1})
		}
	}
	scans.Shape = []int{len(read)}
	return read, scans
}

// scan makes a task that looks through each range.
func (o *readCSV) scan(t *op.Tiler) (g op.Grid) {
	for i, f := range o.Files {
		for k := range f.Ranges {
			id := t.At(op.Map).Place([]int{i, k, 0}, []int{len(o.Files), 0, 0}).Task([]int{len(g.Edges)}, nil)
			g.Edges = append(g.Edges, op.Edge{ID: id, Part: -1})
		}
	}
	g.Shape = []int{len(g.Edges)}
	return g
}

// learn is the schema and the ranges that the scans have found.
func (o *readCSV) learn(t *op.Tiler, scans op.Grid) (*csv.Schema, []csvFile) {
	s, n := &o.Schema, 0
	files := make([]csvFile, len(o.Files))
	for i, f := range o.Files {
		files[i] = f
		files[i].Ranges = append([]csv.Range(nil), f.Ranges...)
		for k := range f.Ranges {
			found := t.ValueAt(scans, n).(*frame.Frame)
			s = s.Merge(surveyed(&o.Schema, found))
			files[i].Ranges[k].Rows = frame.Values[int64](found.Cols[3])[0]
			n++
		}
	}
	return s, files
}

// surveyFrame is what a range holds, as a frame with a row for each field: facts, format, zone, rows.
func surveyFrame(s *csv.Schema, rows int64) *frame.Frame {
	n := len(s.Fields)
	facts, count := make([]uint32, n), make([]int64, n)
	formats, zones := make([]string, n), make([]string, n)
	for i, f := range s.Fields {
		facts[i], formats[i], zones[i], count[i] = uint32(f.Seen), f.Format, f.DType.TZ, rows
	}
	return frame.Must(frame.New(nil, surveyNames, frame.Of(facts), frame.Strs(formats...), frame.Strs(zones...), frame.Of(count)))
}

var surveyNames = frame.Labels("facts", "format", "zone", "rows")

// surveyed is the inverse of surveyFrame.
func surveyed(s *csv.Schema, f *frame.Frame) *csv.Schema {
	out := s.Merge(s)
	for i := range out.Fields {
		g := &out.Fields[i]
		if g.Fixed {
			continue
		}
		g.Seen = csv.Facts(f.Cols[0].Cell(i).(uint64))
		g.Format = strings.Clone(f.Cols[1].Str(i)) // the frame does not stay
		g.DType.TZ = strings.Clone(f.Cols[2].Str(i))
	}
	return out
}

func (o *readCSV) surveyMeta() op.Meta {
	rows := op.Dim{N: len(o.Schema.Fields)}
	var cols []op.Col
	for i, d := range []dtype.DType{dtype.Uint32, dtype.Str, dtype.Str, dtype.Int64} {
		cols = append(cols, op.Col{Name: surveyNames[i], Type: op.T(d)})
	}
	return op.NewFrame(rows, op.FreshRange(rows), cols...)
}
