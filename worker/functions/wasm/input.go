package wasm

import "os"

// An input is an array in memory that the worker shares.
type input struct {
	Kind   string     `json:"kind"`
	DType  string     `json:"dtype"`
	Shape  []int      `json:"shape"`
	Places [][3]int64 `json:"places"` // arena, offset, bytes
}

// elements is how many there are.
func (in input) elements() int {
	n := 1
	for _, l := range in.Shape {
		n *= l
	}
	return n
}

// bytes is how many the elements have.
func (in input) bytes() (n int64) {
	for _, p := range in.Places {
		n += p[2]
	}
	return n
}

// read is a copy of the elements.
func (in input) read(arenas []*os.File) ([]byte, error) {
	b := make([]byte, in.bytes())
	return b, in.copyTo(b, arenas)
}

// copyTo copies the elements to memory of their length.
func (in input) copyTo(to []byte, arenas []*os.File) error {
	for _, p := range in.Places {
		if p[0] < 0 || p[0] >= int64(len(arenas)) {
			return wrong("RuntimeError", "an array in memory %d of %d", p[0], len(arenas))
		}
		if _, err := arenas[p[0]].ReadAt(to[:p[2]], p[1]); err != nil {
			return err
		}
		to = to[p[2]:]
	}
	return nil
}
