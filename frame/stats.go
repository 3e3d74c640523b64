package frame

// A Tri is a fact that may not be known yet.
type Tri int8

// The answers. The zero value says nothing.
const (
	Unknown Tri = iota
	No
	Yes
)

// Known turns a fact into a Tri.
func Known(b bool) Tri {
	if b {
		return Yes
	}
	return No
}

// Stats are what the planner may know of a column. They are plain data that travels with chunk meta, and merge over chunks.
type Stats struct {
	Rows   int64 // rows, missing ones too
	Bytes  int64 // of the blocks that the rows need
	Nulls  int64 // missing rows; of a float column these are the NaNs
	Min    Label // of the rows that are there; None when there is none or the dtype has no order
	Max    Label
	Sorted Tri     // no row is less than the one before; missing rows only at the end
	Unique Tri     // no two rows are equal; missing rows count as equal
	HasNaN Tri     // a float column holds a NaN
	Sketch *Sketch // how many distinct values; nil when nobody asked
}
