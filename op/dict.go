package op

// A Dict is a parameter that maps values of any kind, in the order in which they were given: a Python dict,
// in a field of type any.
type Dict []Entry

// An Entry is a key of a Dict and its value.
type Entry struct{ Key, Value any }

// Text is the value under a text, nil where there is none.
func (d Dict) Text(key string) any {
	for _, e := range d {
		if e.Key == key {
			return e.Value
		}
	}
	return nil
}
