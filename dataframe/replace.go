package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// A Replacement is a value and what stands in its place.
type Replacement struct {
	Column any // where it is done; nil is everywhere
	From   any // a value or, with Regex, a pattern of Python's re
	To     any
	Regex  bool
}

// Replace puts values in the place of others, all at once: what was put is not replaced again. A value that a
// dtype does not hold makes the column wider. A pattern is replaced in texts by a text, which may name its
// groups; with another value the whole text is. Errors: Invalid for a bad pattern.
func (d *DataFrame) Replace(by ...Replacement) *DataFrame { return FrameOf(replaced(d, by)) }

// Replace puts values in the place of others. See DataFrame.Replace.
func (s *Series) Replace(by ...Replacement) *Series { return SeriesOf(replaced(s, by)) }

func replaced(h Handle, by []Replacement) op.Value {
	const name = "dataframe.replace"
	o := &cells.ReplaceOp{}
	for _, r := range by {
		from, err := schema.LabelOf(r.From)
		if err != nil {
			return bad(name, err)
		}
		to, ok := chunk.ScalarOf(r.To)
		if !ok {
			return bad(name, errs.New(errs.Type, "a %T in the place of a value", r.To))
		}
		c := cells.Substitution{From: from, To: to, Regex: r.Regex}
		if r.Column != nil {
			l, err := schema.LabelOf(r.Column)
			if err != nil {
				return bad(name, err)
			}
			c.Column, c.One = l, true
		}
		o.By = append(o.By, c)
	}
	return apply(o, h)
}
