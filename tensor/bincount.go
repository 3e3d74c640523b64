package tensor

// Counts is the options of Bincount.
type Counts struct {
	Weights   any // of the elements; their sums take the place of counts
	Minlength int // the result is at least this long
}
