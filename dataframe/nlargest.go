package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/ordering"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/op"
)

// NLargest is the n rows with the greatest values of columns, greatest first; columns is a label or a
// []string. Of equal rows keep says which stay: "first" (the default), "last" or "all".
func (d *DataFrame) NLargest(n int, columns any, keep ...string) *DataFrame {
	d = only(d, keep)
	return FrameOf(extremes(d, "nlargest", n, columns, keep))
}

// NSmallest is the n rows with the least values of columns, least first. See NLargest.
func (d *DataFrame) NSmallest(n int, columns any, keep ...string) *DataFrame {
	d = only(d, keep)
	return FrameOf(extremes(d, "nsmallest", n, columns, keep))
}

// NLargest is the n greatest values, greatest first. See DataFrame.NLargest.
func (s *Series) NLargest(n int, keep ...string) *Series {
	s = only(s, keep)
	return SeriesOf(extremes(s, "nlargest", n, []string{}, keep))
}

// NSmallest is the n least values, least first. See DataFrame.NLargest.
func (s *Series) NSmallest(n int, keep ...string) *Series {
	s = only(s, keep)
	return SeriesOf(extremes(s, "nsmallest", n, []string{}, keep))
}

func extremes(h Handle, name string, n int, columns any, keep []string) op.Value {
	ls, err := schema.LabelsIn([]any{columns})
	if err != nil {
		return bad("dataframe."+name, err)
	}
	p := op.Lookup("dataframe." + name).New().(*ordering.Extremal)
	p.N, p.Columns = &n, ls
	if len(keep) > 0 {
		p.Keep = keep[0]
	}
	return apply(p, h)
}
