package dataframe

import "github.com/mars-project/mars-go/frame"

// Between is a slice of labels, both ends included; a nil end is open.
func Between(from, to any) Labels {
	f, ok := frame.LabelOf(from)
	t, ok2 := frame.LabelOf(to)
	if !ok || !ok2 {
		return Labels{Kind: "bad"}
	}
	return Labels{Kind: "slice", From: f, To: t}
}
