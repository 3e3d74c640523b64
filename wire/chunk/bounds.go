package chunk

import "github.com/mars-project/mars-go/frame"

// known is what a reader may rely on without looking at the rows. Ranges and constants say it by themselves;
// texts, which may be long, do without.
func known(c *frame.Column) (*boundsHead, error) {
	b := c.Bounds()
	if c.Rows == 0 || c.Enc != frame.Plain && c.Enc != frame.Narrow || !bounded(b) {
		return nil, nil
	}
	ls, err := putLabels([]frame.Label{b.Min, b.Max})
	if err != nil {
		return nil, err
	}
	return &boundsHead{Least: ls[0], Most: ls[1], Sorted: b.Sorted, Unique: b.Unique}, nil
}

// bounded reports bounds that are numbers or times of one kind, the least first.
func bounded(b frame.Bounds) bool {
	switch b.Min.Kind() {
	case frame.LabelInt, frame.LabelFloat, frame.LabelTime, frame.LabelDelta:
		return b.Min.Kind() == b.Max.Kind() && !b.Max.Less(b.Min)
	}
	return false
}

// bounds are those that known wrote.
func (h *boundsHead) bounds() (b frame.Bounds, err error) {
	ls, err := getLabels([][]byte{h.Least, h.Most})
	if err != nil {
		return b, err
	}
	b = frame.Bounds{Min: ls[0], Max: ls[1], Sorted: h.Sorted, Unique: h.Unique}
	if !bounded(b) {
		return b, damaged("bounds from %s to %s", b.Min, b.Max)
	}
	return b, nil
}
