package dataframe

import (
	"context"
	"fmt"

	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// String prints an executed frame as pandas does, fetching only the rows it shows. One that was not executed
// is described.
func (d *DataFrame) String() string {
	if d == nil {
		return "DataFrame <nil>"
	}
	return d.show("DataFrame", d, func(o frame.Display, k frame.Corner) string { return o.Frame(k) })
}

// String prints an executed series as pandas does.
func (s *Series) String() string {
	if s == nil {
		return "Series <nil>"
	}
	return s.show("Series", s, func(o frame.Display, k frame.Corner) string { return o.Series(k) })
}

// String prints an executed index as pandas does.
func (x *Index) String() string {
	if x == nil {
		return "Index <nil>"
	}
	return x.show("Index", x, func(o frame.Display, k frame.Corner) string { return o.Index(k) })
}

// shownRows is how many rows of each end printing needs; shorter values are fetched whole.
const (
	shownRows = 10
	wholeRows = 100
)

func (c *cell) show(kind string, h op.Handle, print func(frame.Display, frame.Corner) string) string {
	fail := func(err error) string { return fmt.Sprintf("%s <error: %v>", kind, err) }
	if err := c.v.Err(); err != nil {
		return fail(err)
	}
	sess := op.SessionOf(c.v, c.sess)
	if sess == nil {
		return fmt.Sprintf("%s <op=%s, rows=%s, columns=%d>", kind, c.v.N.Name, c.v.Meta().Rows(), len(c.v.Meta().Cols))
	}
	ctx := context.Background()
	m, err := sess.Meta(ctx, h)
	if err != nil {
		return fail(err)
	}
	k := frame.Corner{Rows: m.Rows().N}
	part := func(lo, n int) *frame.Frame {
		v, e := sess.Box(ctx, h, []int{lo}, []int{n})
		if e != nil {
			err = e
			return nil
		}
		return v.(*frame.Frame)
	}
	if k.Rows <= wholeRows {
		k.Head = part(0, k.Rows)
	} else {
		k.Head, k.Tail = part(0, shownRows), part(k.Rows-shownRows, shownRows)
	}
	if err != nil {
		return fail(err)
	}
	return print(frame.DefaultDisplay(), k)
}
