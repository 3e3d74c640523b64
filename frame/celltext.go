package frame

// CellText is Python's str() of a cell, as Cell returns it.
func CellText(v any) string { return pyStr(v) }

// FloatText is Python's str() of a float of 64 or 32 bits.
func FloatText(f float64, bits int) string { return pyFloatBits(f, bits) }
