package op

// A Viewer is an operator whose result shows elements of its first input, as NumPy's views do: assigning to
// the result assigns to that input. Back is the operator that makes the new value of that input, whose meta
// is base, of the new value of what is shown; with both it takes the old value of the input before it. An
// error says why the view is only read.
type Viewer interface {
	Back(base Meta) (o Operand, both bool, err error)
}
