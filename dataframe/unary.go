package dataframe

import "github.com/mars-project/mars-go/op"

func unaryOf(name string, h Handle) op.Value { return apply(op.Lookup("dataframe."+name).New(), h) }

// IsNA tells which elements are missing.
func (d *DataFrame) IsNA() *DataFrame { return FrameOf(unaryOf("isna", d)) }

// IsNA tells which elements are missing.
func (s *Series) IsNA() *Series { return SeriesOf(unaryOf("isna", s)) }

// NotNA tells which elements are there.
func (d *DataFrame) NotNA() *DataFrame { return FrameOf(unaryOf("notna", d)) }

// NotNA tells which elements are there.
func (s *Series) NotNA() *Series { return SeriesOf(unaryOf("notna", s)) }

// Neg is -d; bools are inverted.
func (d *DataFrame) Neg() *DataFrame { return FrameOf(unaryOf("neg", d)) }

// Neg is -s; bools are inverted.
func (s *Series) Neg() *Series { return SeriesOf(unaryOf("neg", s)) }

// Not is ~d. Errors: Type for what is neither bool nor integer.
func (d *DataFrame) Not() *DataFrame { return FrameOf(unaryOf("invert", d)) }

// Not is ~s. Errors: Type for what is neither bool nor integer.
func (s *Series) Not() *Series { return SeriesOf(unaryOf("invert", s)) }

// Abs is the absolute value of numbers and spans.
func (d *DataFrame) Abs() *DataFrame { return FrameOf(unaryOf("abs", d)) }

// Abs is the absolute value of numbers and spans.
func (s *Series) Abs() *Series { return SeriesOf(unaryOf("abs", s)) }
