package dataframe

import "github.com/mars-project/mars-go/op"

// only is h, the value that a function is called on; where its options were given more than once it is a bad
// one, so that none of them is ignored silently.
func only[H, T any](h H, o []T) H {
	err := op.Once(o)
	if err == nil {
		return h
	}
	v := bad("", err)
	switch p := any(&h).(type) {
	case *Handle:
		*p = FrameOf(v)
	case **DataFrame:
		*p = FrameOf(v)
	case **Series:
		*p = SeriesOf(v)
	case **Index:
		*p = IndexOf(v)
	case **GroupBy:
		*p = &GroupBy{in: []Handle{FrameOf(v)}, err: err}
	case **SeriesGroupBy:
		*p = &SeriesGroupBy{GroupBy{in: []Handle{SeriesOf(v)}, err: err}}
	}
	return h
}
