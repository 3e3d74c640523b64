package axes

// ColumnKeys are 0, 1, ... for so many columns.
func ColumnKeys(n int) []any {
	out := make([]any, n)
	for i := range out {
		out[i] = i
	}
	return out
}
