package frame

// An Interval lies between two labels; an end that is closed belongs to it. Intervals are labels, cells of
// objects, and categories: those of cut have no dtype of their own.
type Interval struct {
	Left, Right             Label
	LeftClosed, RightClosed bool
}

// label is the interval as a label, whose number says which ends are closed.
func (v Interval) label() Label {
	return Label{kind: LabelInterval, num: uint64(boolInt(v.LeftClosed) + 2*boolInt(v.RightClosed)), str: TupleOf([]Label{v.Left, v.Right}).str}
}

// Interval is the value of an interval label.
func (l Label) Interval() (Interval, bool) {
	if l.kind != LabelInterval {
		return Interval{}, false
	}
	ends, err := decodeTuple([]byte(l.str))
	if err != nil {
		panic(err) // encoded by label or checked by UnmarshalBinary
	}
	return Interval{ends[0], ends[1], l.num&1 != 0, l.num&2 != 0}, true
}

// ends is f of both ends.
func (v Interval) ends(f func(Label) Label) Label {
	v.Left, v.Right = f(v.Left), f(v.Right)
	return v.label()
}

// Closed is pandas' word for the ends that are closed: left, right, both or neither.
func (v Interval) Closed() string {
	return [...]string{"neither", "left", "right", "both"}[boolInt(v.LeftClosed)+2*boolInt(v.RightClosed)]
}

// IntervalOf is the interval between two labels with the ends that pandas' word closed says; false for
// another word.
func IntervalOf(left, right Label, closed string) (Interval, bool) {
	v := Interval{Left: left, Right: right, LeftClosed: closed == "left" || closed == "both", RightClosed: closed == "right" || closed == "both"}
	return v, v.Closed() == closed
}

// String is pandas' str() of an interval: (0, 2].
func (v Interval) String() string {
	open, shut := "(", ")"
	if v.LeftClosed {
		open = "["
	}
	if v.RightClosed {
		shut = "]"
	}
	return open + v.Left.String() + ", " + v.Right.String() + shut
}

// Repr is pandas' repr() of an interval: Interval(0, 2, closed='right').
func (v Interval) Repr() string {
	return "Interval(" + v.Left.Repr() + ", " + v.Right.Repr() + ", closed='" + v.Closed() + "')"
}
