package frame

import "github.com/mars-project/mars-go/dtype"

// alike are categoricals whose values have one dtype: what integers and floats have in common, else objects
// where they differ. Columns that share a dictionary still do.
func alike(cs []*Column) []*Column {
	common := dtype.DType{}
	same := true
	for _, c := range cs {
		switch d := c.Dict.Values.DType; {
		case c.Dict.Len() == 0 || d == common:
		case common.IsZero():
			common = d
		default:
			same, common = false, together(common, d)
		}
	}
	if same {
		return cs
	}
	dicts := map[*Dictionary]*Dictionary{}
	out := make([]*Column, len(cs))
	for i, c := range cs {
		d := dicts[c.Dict]
		if d == nil {
			d = &Dictionary{Values: valuesAs(common, c.Dict.Values)}
			dicts[c.Dict] = d
		}
		out[i] = NewDict(c.DType, d, c.Data, c.Offset, c.Rows, c.Codes)
	}
	return out
}

// together is the dtype that values of two dtypes become: int64 where it holds both, float64 of other
// numbers, else object.
func together(a, b dtype.DType) dtype.DType {
	switch {
	case !a.IsReal() || !b.IsReal():
		return dtype.Object
	case a.IsInteger() && b.IsInteger() && a != dtype.Uint64 && b != dtype.Uint64:
		return dtype.Int64
	}
	return dtype.Float64
}

// valuesAs are values as int64, float64 or objects.
func valuesAs(d dtype.DType, c *Column) *Column {
	switch d {
	case dtype.Int64:
		vs := make([]int64, c.Rows)
		for i := range vs {
			switch v := c.Cell(i).(type) {
			case int64:
				vs[i] = v
			case uint64: // of at most 32 bits
				vs[i] = int64(v)
			}
		}
		return Of(vs)
	case dtype.Float64:
		vs := make([]float64, c.Rows)
		for i := range vs {
			switch v := c.Cell(i).(type) {
			case int64:
				vs[i] = float64(v)
			case uint64:
				vs[i] = float64(v)
			case float64:
				vs[i] = v
			}
		}
		return Of(vs)
	}
	return NewObjects(c.Cells())
}
