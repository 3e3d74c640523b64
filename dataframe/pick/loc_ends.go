package pick

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// ends runs the stages that find a slice: Map asks a chunk, Combine joins, Final decides.
func (o *LocOp) ends(x *op.Exec) error {
	from, to := o.Rows.From, o.Rows.To
	back := o.Rows.Step != nil && *o.Rows.Step < 0
	if back {
		from, to = to, from
	}
	if x.Stage == op.Map {
		return x.Put(0, endsIn(x.Frame(0).Index, from, to).tuple())
	}
	all := endsOf(x.Tuple(0))
	for _, t := range x.Tuples()[1:] {
		all = all.join(endsOf(t))
	}
	if x.Stage == op.Combine {
		return x.Put(0, all.tuple())
	}
	lo, hi, err := all.decide(from, to)
	if err != nil {
		return err
	}
	if back {
		lo, hi = hi-1, lo-1
	}
	return x.Put(0, op.Tuple{lo, hi})
}

// sliceEnds is what rows know of the ends of a slice of their labels.
type sliceEnds struct {
	n           int64 // rows
	up, down    bool  // labels ascend, descend
	first, last frame.Label
	upLo, upHi  int64 // places of the ends, should all labels ascend
	dnLo, dnHi  int64 // and should they descend
	from, to    match // rows that have the labels of the ends
}

// match is rows of one label: the first, the last, and how many.
type match struct{ first, last, n int64 }

func (m match) join(o match, at int64) match {
	switch {
	case o.n == 0:
		return m
	case m.n == 0:
		return match{o.first + at, o.last + at, o.n}
	}
	return match{m.first, o.last + at, m.n + o.n}
}

func endsIn(x *frame.Index, from, to frame.Label) sliceEnds {
	e := sliceEnds{n: int64(x.N), up: x.IsIncreasing(), down: x.IsDecreasing()}
	if x.N == 0 {
		return e
	}
	e.first, e.last = x.Label(0), x.Label(x.N-1)
	at := func(l frame.Label) match {
		rows := x.Locate(l)
		if l.IsNil() || rows == nil {
			return match{}
		}
		return match{int64(rows[0]), int64(rows[len(rows)-1]), int64(len(rows))}
	}
	e.from, e.to = at(from), at(to)
	if e.up && e.down { // all labels are one
		if !from.IsNil() {
			c := side(x, from)
			e.upLo, e.dnLo = rowsIf(c < 0, e.n), rowsIf(c > 0, e.n)
		}
		e.upHi, e.dnHi = e.n, e.n
		if !to.IsNil() {
			c := side(x, to)
			e.upHi, e.dnHi = rowsIf(c <= 0, e.n), rowsIf(c >= 0, e.n)
		}
		return e
	}
	if e.up || e.down {
		lo, _, err := x.Bounds(from, frame.Label{})
		_, hi, err2 := x.Bounds(frame.Label{}, to)
		if err != nil || err2 != nil {
			e.up, e.down = false, false
			return e
		}
		e.upLo, e.upHi, e.dnLo, e.dnHi = int64(lo), int64(hi), int64(lo), int64(hi)
	}
	return e
}

// side is where the one label of x lies to an end, which may be of fewer levels: before it, at it, behind it.
func side(x *frame.Index, end frame.Label) int {
	lo, hi, err := x.Bounds(end, end)
	switch {
	case err != nil:
		return x.Label(0).Compare(end)
	case lo == x.N:
		return -1
	case hi == 0:
		return 1
	}
	return 0
}

func rowsIf(all bool, n int64) int64 {
	if all {
		return n
	}
	return 0
}

// join is what rows and the rows behind them know together.
func (e sliceEnds) join(f sliceEnds) sliceEnds {
	switch {
	case f.n == 0:
		return e
	case e.n == 0:
		return f
	}
	c := e.last.Compare(f.first)
	return sliceEnds{
		n: e.n + f.n, up: e.up && f.up && c <= 0, down: e.down && f.down && c >= 0, first: e.first, last: f.last, upLo: e.upLo + f.upLo,
		upHi: e.upHi + f.upHi, dnLo: e.dnLo + f.dnLo, dnHi: e.dnHi + f.dnHi, from: e.from.join(f.from, e.n), to: e.to.join(f.to, e.n),
	}
}

// decide is the rows of the slice. Labels that neither ascend nor descend must have the ends, in rows that
// lie together.
func (e sliceEnds) decide(from, to frame.Label) (lo, hi int64, err error) {
	switch {
	case e.up:
		return e.upLo, max(e.upLo, e.upHi), nil
	case e.down:
		return e.dnLo, max(e.dnLo, e.dnHi), nil
	}
	end := func(l frame.Label, m match, side string) error {
		if !l.IsNil() && m.n == 0 {
			return errs.New(errs.NotFound, "%s", l.Repr())
		}
		if !l.IsNil() && m.last-m.first+1 != m.n {
			return errs.New(errs.NotFound, "Cannot get %s slice bound for non-unique label: %s", side, l.Repr())
		}
		return nil
	}
	if err := end(from, e.from, "left"); err != nil {
		return 0, 0, err
	}
	if err := end(to, e.to, "right"); err != nil {
		return 0, 0, err
	}
	if lo, hi = 0, e.n; !from.IsNil() {
		lo = e.from.first
	}
	if !to.IsNil() {
		hi = e.to.last + 1
	}
	return lo, max(lo, hi), nil
}

func (e sliceEnds) tuple() op.Tuple {
	return op.Tuple{e.n, e.up, e.down, e.first, e.last, e.upLo, e.upHi, e.dnLo, e.dnHi, e.from.first, e.from.last, e.from.n, e.to.first, e.to.last, e.to.n}
}

func endsOf(t op.Tuple) sliceEnds {
	i := func(k int) int64 { return t[k].(int64) }
	return sliceEnds{
		n: i(0), up: t[1].(bool), down: t[2].(bool), first: t[3].(frame.Label), last: t[4].(frame.Label), upLo: i(5), upHi: i(6), dnLo: i(7),
		dnHi: i(8), from: match{i(9), i(10), i(11)}, to: match{i(12), i(13), i(14)},
	}
}
