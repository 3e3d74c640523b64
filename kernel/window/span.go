package window

import "github.com/mars-project/mars-go/errs"

// Closed says which ends belong to a window: the one it reaches back to (left) and its own row (right).
type Closed uint8

// Ends of windows.
const (
	Right Closed = iota
	Left
	Both
	Neither
)

var ends = [...]string{"right", "left", "both", "neither"}

// ParseClosed is the ends of a name; none is Right. Another name is Invalid.
func ParseClosed(s string) (Closed, error) {
	if s == "" {
		return Right, nil
	}
	for i, n := range ends {
		if n == s {
			return Closed(i), nil
		}
	}
	return 0, errs.New(errs.Invalid, "closed must be 'right', 'left', 'both' or 'neither'")
}

func (c Closed) left() bool  { return c == Left || c == Both }
func (c Closed) right() bool { return c == Right || c == Both }

// A Range is the rows Lo, Lo+1, ..., Hi-1 of a window.
type Range struct{ Lo, Hi int32 }

// Close gives s windows of other ends, written to room, which has a place for each row of the values: closed
// and open ends move by a row.
func (s Spec) Close(room []Range, c Closed) Spec {
	n := len(room)
	for i := range room {
		hi := i + 1 + s.offset()
		lo := hi - s.Window
		if c.left() {
			lo--
		}
		if !c.right() {
			hi--
		}
		hi = min(max(hi, 0), n)
		room[i] = Range{int32(min(max(lo, 0), hi)), int32(hi)}
	}
	s.Ranges = room
	return s
}

// Spans gives s windows of time, written to room: those of row i are the rows up to it whose times are less
// than width away from its own. With its left end closed a window has those that are width away too, with its
// right end open none of the time of its row. The times t, one for each row, rise or fall; they may repeat.
//
// As in pandas (VariableWindowIndexer) a window of no width is its row alone.
func (s Spec) Spans(room []Range, t []int64, width int64, c Closed) Spec {
	falls := len(t) > 0 && t[len(t)-1] < t[0]
	lo, hi := 0, 0
	for i, now := range t {
		for lo < i && !reaches(distance(t[lo], now, falls), width, c.left()) {
			lo++
		}
		if hi = i + 1; !c.right() {
			if hi = i; i > 0 && t[i-1] == now {
				hi = int(room[i-1].Hi)
			}
		}
		room[i] = Range{int32(min(lo, hi)), int32(hi)}
	}
	s.Ranges = room
	return s
}

// Behind is the first of the times t whose row a window of a later row can have, when such rows have no time
// before the last one. It is not behind the last row of another time than the last, so that it shows whether
// times rise or fall.
func Behind(t []int64, width int64, c Closed) int {
	n := len(t)
	if n == 0 {
		return 0
	}
	falls := t[n-1] < t[0]
	lo := n - 1
	for lo > 0 && (t[lo] == t[n-1] || reaches(distance(t[lo-1], t[n-1], falls), width, c.left())) {
		lo--
	}
	return lo
}

// distance is how far the time a is before b, in the direction of times.
func distance(a, b int64, falls bool) uint64 {
	if falls {
		return uint64(a) - uint64(b)
	}
	return uint64(b) - uint64(a)
}

func reaches(d uint64, width int64, closed bool) bool {
	return width >= 0 && (d < uint64(width) || closed && d == uint64(width))
}

// Monotonic reports that times rise or fall throughout.
func Monotonic(t []int64) bool {
	rises, falls := true, true
	for i := 1; i < len(t); i++ {
		rises, falls = rises && t[i-1] <= t[i], falls && t[i-1] >= t[i]
		if !rises && !falls {
			return false
		}
	}
	return true
}
