package frame

// A Record is a cell of named values, in order, no name twice: Python's dict with texts as keys.
type Record []Part

// A Part is a name and its value in a Record.
type Part struct {
	Name  string
	Value any
}
