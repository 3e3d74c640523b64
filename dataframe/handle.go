package dataframe

import "github.com/mars-project/mars-go/op"

func init() {
	op.Holds(op.Frame, FrameOf)
	op.Holds(op.Series, SeriesOf)
	op.Holds(op.Index, IndexOf)
}
