package groupby

import (
	"fmt"
	"strings"

	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/group"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

// A Key is one thing to group by: an input of its own, else a level of the index, else a column.
type Key struct {
	Label frame.Label // of a column
	Level int         // k > 0: level k-1 of the index
	In    op.Ref      // a series with the rows of input 0
	Name  frame.Label // of a level or a series; Settle finds it
}

// name is that of the key in a result.
func (k Key) name() frame.Label {
	if k.In == 0 && k.Level == 0 {
		return k.Label
	}
	return k.Name
}

// A Grouping is the parameters that all operators over groups share.
type Grouping struct {
	By      []Key
	Level   []frame.Label // names or numbers; moved to By when the node is built
	AsIndex *bool
	Sort    *bool
	// GroupKeys changes nothing but what apply makes; it is accepted where pandas accepts it.
	GroupKeys *bool
	Observed  *bool
	Dropna    *bool
}

// Settle brings the keys to one form: labels that name a level and level names become level numbers.
func (g *Grouping) Settle(in []op.Meta) error {
	levels := in[0].Index.Levels
	for _, l := range g.Level {
		k, err := schema.LevelOf(levels, l)
		if err != nil {
			return err
		}
		g.By = append(g.By, Key{Level: k + 1})
	}
	g.Level = nil
	if len(g.By) == 0 {
		return errs.In(errs.New(errs.Type, "groups by nothing: give keys, or a level of the index"), "You have to supply one of 'by' and 'level'")
	}
	for i, k := range g.By {
		switch {
		case k.In != 0 && len(in[k.In.I()].Cols) > 0:
			g.By[i].Name = in[k.In.I()].Cols[0].Name
		case k.Level > 0 && k.Level <= len(levels):
			g.By[i].Name = levels[k.Level-1].Name
		}
		if k.In != 0 || k.Level != 0 {
			continue
		}
		at, n := -1, 0
		for j, l := range levels {
			if !l.Name.IsNil() && l.Name.Same(k.Label) {
				at = j
			}
		}
		for _, c := range in[0].Cols {
			if c.Name.Same(k.Label) {
				g.By[i].Label = c.Name
				n++
			}
		}
		switch {
		case in[0].Kind == op.Series && at < 0:
			return errs.New(errs.NotFound, "%s", k.Label.Repr())
		case at >= 0 && n > 0:
			return errs.New(errs.Invalid, "%s is both an index level and a column label, which is ambiguous.", k.Label.Repr())
		case at >= 0:
			g.By[i] = Key{Level: at + 1, Name: levels[at].Name}
		case n > 1:
			return errs.New(errs.Invalid, "Grouper for %s not 1-dimensional", k.Label.Repr())
		}
	}
	return nil
}

// cols are the keys as columns, or levels, of the result.
func (g *Grouping) cols(in []op.Meta) ([]op.Col, error) {
	out := make([]op.Col, len(g.By))
	for i, k := range g.By {
		switch {
		case k.In != 0:
			out[i] = in[k.In.I()].Cols[0]
		case k.Level != 0:
			if k.Level > len(in[0].Index.Levels) {
				return nil, errs.New(errs.Internal, "level %d of %d", k.Level, len(in[0].Index.Levels))
			}
			out[i] = in[0].Index.Levels[k.Level-1]
		default:
			c, err := in[0].Col(k.Label)
			if err != nil {
				return nil, err
			}
			out[i] = c
		}
	}
	return out, nil
}

// isKey reports that column c of input 0 is a key, and so no value.
func (g *Grouping) isKey(c frame.Label) bool {
	for _, k := range g.By {
		if k.In == 0 && k.Level == 0 && k.Label.Same(c) {
			return true
		}
	}
	return false
}

// columns are the key columns of a chunk; the frames are the inputs of the operator.
func (g *Grouping) columns(al mem.Allocator, in []*frame.Frame) ([]*frame.Column, error) {
	out, err := g.narrowColumns(al, in)
	if err != nil {
		return nil, err
	}
	return wideKeys(al, out)
}

// wideKeys is keys with plain columns for narrow ones: levels of a result are none of these.
func wideKeys(al mem.Allocator, keys []*frame.Column) ([]*frame.Column, error) {
	out := make([]*frame.Column, len(keys))
	for i, k := range keys {
		if out[i] = k; k.Enc == frame.Narrow {
			c, err := k.Decode(al)
			if err != nil {
				return nil, err
			}
			out[i] = c
		}
	}
	return out, nil
}

// narrowColumns is columns with integers in the width in which they are stored: to find groups reads no more
// than that.
func (g *Grouping) narrowColumns(al mem.Allocator, in []*frame.Frame) ([]*frame.Column, error) {
	out := make([]*frame.Column, len(g.By))
	for i, k := range g.By {
		var c *frame.Column
		switch {
		case k.In != 0:
			c = in[k.In.I()].Cols[0]
		case k.Level != 0:
			c = in[0].Index.Level(k.Level - 1)
		default:
			c = in[0].Col(k.Label)
		}
		if c == nil {
			return nil, errs.New(errs.Internal, "no key %s", k.Label.Repr())
		}
		if c.Enc == frame.Range || c.Enc == frame.Const { // levels of a result are none of these
			p, err := c.Decode(al)
			if err != nil {
				return nil, err
			}
			c = p
		}
		out[i] = c
	}
	return out, nil
}

// Question names what the groups are, for symbols and tokens: equal questions about equal inputs have equal
// groups.
func (g *Grouping) Question() string {
	var b strings.Builder
	b.WriteString("groups")
	for _, k := range g.By {
		fmt.Fprintf(&b, "|%d|%d|%d|%s", k.In, k.Level, k.Label.Kind(), k.Label)
	}
	fmt.Fprintf(&b, "|%t|%t", *g.Dropna, *g.Observed)
	return b.String()
}

// Options are those of the kernel; keep says that missing keys were dropped before or form a group.
func (g *Grouping) Options(sort bool) group.Options {
	return group.Options{Sort: sort, Keep: !*g.Dropna}
}

// filled reports groups that no row may belong to: unobserved categories.
func (g *Grouping) filled(keys []op.Col) bool {
	if *g.Observed {
		return false
	}
	for _, k := range keys {
		if k.Is.IsCategorical() {
			return true
		}
	}
	return false
}

// index is the index of the groups. Every aggregate of one sorted grouping has the same labels; where the
// order is that of the input, extra tells aggregates apart, for an order that nobody looks at may differ
// between them.
func (g *Grouping) index(keys []op.Col, in []op.Meta, extra string) op.IndexMeta {
	ix := op.IndexMeta{Kind: frame.MultiIndex, Levels: keys}
	if len(keys) == 1 {
		ix.Kind = frame.IndexKindOf(keys[0].Is)
	}
	q := g.Question()
	if !*g.Sort {
		q += "|appearance|" + extra
	}
	return ix.Derive(q, in...)
}

// KeyNames are the labels of the key columns of partial frames: 0, 1, ...
func (g *Grouping) KeyNames() []frame.Label {
	out := make([]frame.Label, len(g.By))
	for i := range out {
		out[i] = frame.L(i)
	}
	return out
}
