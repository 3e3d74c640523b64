package frame

// A Record is a cell of named values, in order, no name twice: Python's dict.
type Record []Part

// A Part is a name and its value in a Record.
type Part struct {
	Name  string
	Value any
	Key   any // in the place of Name, where it is no text; nil for a text
}

// Label is what the value is named by: a text, or another cell.
func (p Part) Label() any {
	if p.Key != nil {
		return p.Key
	}
	return p.Name
}
