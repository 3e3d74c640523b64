package csv

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/dtype/timetext"
)

// A numbers says how numbers are written.
type numbers struct {
	thousands, decimal byte
	special            bool // not as Go writes them
	scratch            []byte
}

func (o *Options) numbers() numbers {
	n := numbers{thousands: o.Thousands, decimal: o.Decimal}
	if n.decimal == 0 {
		n.decimal = '.'
	}
	n.special = n.thousands != 0 || n.decimal != '.'
	return n
}

// norm is b without separators of thousands and with a point for the decimal sign. It lives until the next
// call.
func (n *numbers) norm(b []byte) []byte {
	if !n.special {
		return b
	}
	n.scratch = n.scratch[:0]
	digit, whole := false, true
	for _, c := range b {
		switch {
		case c == n.decimal:
			c, whole = '.', false
		case c == n.thousands && c != 0 && digit && whole:
			continue
		case c == '.':
			c = 'x' // no number
		}
		digit = digit || c-'0' < 10
		n.scratch = append(n.scratch, c)
	}
	return n.scratch
}

// A classifier tells what the values of a column are.
type classifier struct {
	num    numbers
	na     *naSet
	bools  map[string]bool
	format string // of datetimes; empty: not known yet
	user   bool   // the format is the user's
	layout *timetext.Layout
	zone   string
	first  bool // day first
}

// of is what one value says, beside what was seen before.
func (c *classifier) of(x []byte, f *Field) Facts {
	if c.na.has(x) {
		return seenNA
	}
	if f.Date {
		return c.date(x)
	}
	n := c.num.norm(x)
	if _, k := parseInt(n); k != 0 {
		return k
	}
	if v, ok := parseFloat(n); ok {
		if c.na.hasFloat(v) {
			return seenNA
		}
		return seenFloat
	}
	if _, ok := c.boolean(x); ok {
		return seenBool
	}
	return seenText
}

// plainNumbers reports that numbers are written as Go writes them and that no number means a missing value.
func (c *classifier) plainNumbers() bool { return !c.num.special && len(c.na.floats) == 0 }

// boolean reads True and False in any case, and the user's words.
func (c *classifier) boolean(x []byte) (v, ok bool) {
	switch {
	case foldEqual(x, "true"):
		return true, true
	case foldEqual(x, "false"):
		return false, true
	}
	v, ok = c.bools[string(x)]
	return v, ok
}

// isNaT reports the word that dates have besides the missing values of all columns.
func isNaT(x []byte) bool { return string(x) == "NaT" }

func (c *classifier) date(x []byte) Facts {
	if isNaT(x) {
		return seenNA
	}
	fresh := c.layout == nil
	if fresh {
		if c.format == "" {
			c.format = timetext.Guess(x, c.first, false)
		}
		if c.format == "" {
			return seenText
		}
		l, err := timetext.New(c.format, c.first)
		if err != nil {
			return seenText
		}
		c.layout = l
	}
	m, ok := c.layout.Parse(x)
	if !ok {
		return seenText
	}
	if z := m.Zone(); fresh && c.zone == "" {
		c.zone = z
	} else if z != c.zone {
		return seenText
	}
	return factsOf(&m)
}

// scan adds what rows from on of b say of field k to f.
func (c *classifier) scan(b *block, k, from int, f *Field) {
	fast := c.plainNumbers() && !f.Date
	for i, col := from, b.column(k); i < b.rows && f.Seen&seenText == 0; i++ {
		if fast {
			var seen Facts
			if i, seen = fastFacts(&col, i, b.rows); seen != 0 {
				f.Seen |= seen
			}
			if i == b.rows {
				break
			}
		}
		f.Seen |= c.of(col.text(i), f)
	}
	f.Format = c.format
	f.DType = f.derive(c.zone)
}

// classifierOf is the classifier of a field.
func (o *Options) classifierOf(f *Field) *classifier {
	c := &classifier{num: o.numbers(), na: o.naOf(f.key()), format: f.Format, zone: f.DType.TZ, first: o.DayFirst}
	if f.Date && f.Format == "" && o.DateFormat != "" {
		c.format = o.DateFormat
	}
	if f.Format != "" && f.Seen&seenTime != 0 {
		c.layout, _ = timetext.New(f.Format, o.DayFirst) // a format that was read before
	}
	if len(o.TrueValues)+len(o.FalseValues) > 0 {
		c.bools = map[string]bool{}
		for _, w := range o.TrueValues {
			c.bools[w] = true
		}
		for _, w := range o.FalseValues {
			c.bools[w] = false
		}
	}
	return c
}

// checkFixed refuses dtypes that the user cannot ask for.
func checkFixed(name string, d dtype.DType) error {
	switch {
	case d.IsTemporal():
		return typeError("column '%s': the dtype %s is not supported for parsing, pass this column using parse_dates instead", name, d)
	case d.IsCategorical():
		return typeError("column '%s': row labels of dtype %s are not read from text; read it as a column and use set_index", name, d)
	case d.IsComplex(), d.IsBinary(), d.Kind == dtype.Float16Kind:
		return typeError("column '%s': dtype %s is not read from text; read it as str or float64 and use astype", name, d)
	}
	return nil
}
