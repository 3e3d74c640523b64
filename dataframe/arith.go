package dataframe

// Arith is what a method of arithmetic or comparison may be told.
type Arith struct {
	FillValue any    // stands where one side misses a value and the other does not
	Axis      string // "columns" (the default): a series meets a frame by its columns; "index": by its rows
}
