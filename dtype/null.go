package dtype

// A Missing says how a dtype marks a missing value.
type Missing uint8

const (
	NoMissing Missing = iota // bool and integers: a column that needs missing values changes its dtype (see WithMissing)
	NaN                      // floats and complex: NaN is the missing value
	NotATime                 // datetime64, timedelta64: MinInt64
	Validity                 // nullable dtypes, str, bytes and category: a bitmap
	Nil                      // object: a nil value
)

// Missing is the null rule of d.
func (d DType) Missing() Missing {
	switch {
	case d.hasValidity():
		return Validity
	case d.IsFloat() || d.IsComplex():
		return NaN
	case d.IsTemporal():
		return NotATime
	case d.IsObject():
		return Nil
	}
	return NoMissing
}

// hasValidity reports that a column of d marks missing values in a bitmap: nullable dtypes, str, string,
// bytes. A category's missing values are told by validity too.
func (d DType) hasValidity() bool {
	return d.Null || d.IsString() || d.IsBinary() || d.IsCategorical()
}

// WithMissing is the dtype of a column of d once values go missing, as a left join, reindex or shift makes
// them: integers become float64 and bool becomes object, as in pandas; the rest can hold them already.
func (d DType) WithMissing() DType {
	switch {
	case d.Missing() != NoMissing:
		return d
	case d.IsBool():
		return Object
	}
	return Float64
}

// NAText is how pandas prints a missing value of d: "NaN", "NaT", "<NA>", "None".
func (d DType) NAText() string {
	switch {
	case d.Null:
		return "<NA>"
	case d.IsTemporal():
		return "NaT"
	case d.IsObject():
		return "None"
	}
	return "NaN"
}

// Common is the dtype of columns joined end to end (pandas.concat): Promote where both are numbers of one
// sort; bool with anything else, text with numbers and other pairs without a common dtype are Object.
func Common(a, b DType) DType {
	switch {
	case a == b:
		return a
	case a.IsString() && b.IsString():
		return a.Nullable()
	case a.IsZero():
		return b
	case b.IsZero():
		return a
	}
	if a.Kind != b.Kind && (!a.IsNumber() || !b.IsNumber()) {
		return Object
	}
	if d, ok := promote(a, b); ok {
		return d
	}
	return Object
}
