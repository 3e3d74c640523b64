package frame

import "github.com/mars-project/mars-go/dtype"

// Cast is c under another dtype of the same bytes, sharing them; ok is false where the values would have to
// change, which is for kernels:
//
//	int64, datetime, timedelta of one unit and each other   ticks are integers; an int64 MinInt64 becomes NaT
//	datetimes of one unit                                   zones: instants stay
//	str, string, bytes                                      texts to bytes, str to string and back
//	int64 to Int64, bool to boolean, and so on              nothing is missing
//	Int64 to int64 and so on                                while nothing is missing
//	category                                                ordered or not
func (c *Column) Cast(d dtype.DType) (cast *Column, ok bool) {
	from := c.DType
	switch {
	case from == d:
		return c, true
	case c.IsPending():
		return nil, false
	case from.IsCategorical() && d.IsCategorical():
	case c.isText() && (d.IsBinary() || from.IsString() && d.IsString()):
	case from.Kind == d.Kind && from.Unit == d.Unit && !from.IsFloat():
		if from.Null && !d.Null && c.HasNulls() {
			return nil, false
		}
	case ticks(from) && ticks(d) && (from.Unit == d.Unit || !from.IsTemporal() || !d.IsTemporal()) && c.Enc != Dict && c.Enc != Narrow:
	default:
		return nil, false
	}
	cast = c.clone()
	cast.DType = d
	if from.Kind != d.Kind || !from.IsNumber() {
		cast.bounds = nil
	}
	if from.Null && !UsesBitmap(d) {
		cast.Valid = Bitmap{}
	}
	return cast, true
}

// ticks reports int64 and the times that are stored as it.
func ticks(d dtype.DType) bool { return d == dtype.Int64 || d.IsTemporal() }
