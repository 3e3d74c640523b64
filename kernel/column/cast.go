package column

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// A Whole is what a conversion must know of a whole column when it sees only some of its rows. The zero value
// says that the rows are all.
type Whole struct {
	Unit   dtype.Unit        // the digits in use, see Digits: texts of times all have as many
	Values *frame.Column     // the distinct values: the categories
	Cats   *frame.Dictionary // categories that the user gives: what is none of them is missing
}

// Cast is the rows of c as dtype d, as pandas' astype has them. Errors: Type where the kinds do not convert,
// Invalid where a value does not, in pandas' words. One thing differs: a category with missing values becomes
// bool with true in their place, where pandas gives objects.
func (e Env) Cast(c *frame.Column, d dtype.DType) (*frame.Column, error) {
	return e.CastIn(c, d, Whole{})
}

// CastIn is Cast of some rows of a column.
func (e Env) CastIn(c *frame.Column, d dtype.DType, w Whole) (*frame.Column, error) {
	var err error
	if c.IsPending() {
		if c, err = c.Settle(e.Mem, c.HasNulls()); err != nil {
			return nil, err
		}
	}
	from, count := c.DType, d.Unit
	if w.Cats != nil {
		return e.Recode(c, w.Cats, d.Ordered)
	}
	if d, err = CastType(from, d); err != nil || from == d {
		return c, err
	}
	if same(from, d) {
		if k, ok := c.Cast(d); ok {
			return k, nil
		}
	}
	switch {
	case d.IsCategorical():
		return e.toCategory(c, d, w)
	case from.IsCategorical():
		d.Unit = count
		return e.fromCategory(c, d)
	case d.IsObject():
		return e.toObject(c), nil
	case d.IsString():
		return e.toText(c, d, w.Unit)
	case d.IsBinary():
		return nil, errs.New(errs.Type, "cannot convert dtype '%s' to bytes", from)
	case from.IsObject() || from.IsBinary():
		return e.fromCells(c, d)
	case from.IsString():
		return e.fromText(c, d)
	case from.IsTemporal():
		return e.fromTime(c, d)
	case d.IsTemporal():
		return e.countToTime(c, d, count)
	case d.Null:
		return e.toNullable(c, d)
	case d.IsBool():
		return e.toBool(c)
	}
	return e.toNumber(c, d)
}

// same reports dtypes of one storage, where a cast shares the bytes.
func same(a, b dtype.DType) bool {
	return a.IsCategorical() && b.IsCategorical() || a.IsString() && (b.IsString() || b.IsBinary()) ||
		a.IsDatetime() && b.IsDatetime() && a.Unit == b.Unit || a.IsTemporal() && b == dtype.Int64
}

// CastType is the dtype that Cast gives for d: pandas keeps times in s, ms, us and ns only. It refuses what
// no value can make right.
func CastType(from, d dtype.DType) (dtype.DType, error) {
	if from.IsCategorical() && d.IsCategorical() && !d.Ordered { // "category" leaves categories and their order
		return from, nil
	}
	if d.IsZero() {
		return d, errs.New(errs.Type, "Cannot interpret None as a data type")
	}
	if d.IsTemporal() && d.Unit == dtype.Generic {
		name := "datetime64"
		if d.IsTimedelta() {
			name = "timedelta64"
		}
		return d, errs.New(errs.Invalid, "The '%s' dtype has no unit. Please pass in '%s[ns]' instead.", name, name)
	}
	if from.IsTemporal() {
		return d, timeCasts(from, d)
	}
	complexToNull := from.IsComplex() && d.Null
	switch {
	case complexToNull && d.IsInteger():
		return d, errs.New(errs.Type, "%s cannot be converted to IntegerDtype", from)
	case complexToNull && d.IsFloat():
		return d, errs.New(errs.Type, "%s cannot be converted to FloatingDtype", from)
	case complexToNull && d.IsBool(), from.IsString() && d.IsBool() && d.Null:
		return d, errs.New(errs.Type, "Need to pass bool-like values")
	case from.IsBool() && d.IsDatetime() && d.TZ != "":
		return d, errs.New(errs.Type, "dtype %s cannot be converted to datetime64[ns]", from)
	case !d.IsTemporal() || d.Unit.Pandas():
		return d, nil
	case (from.IsNumber() || from.IsBool() || from.IsCategorical()) && d.Unit < dtype.Second:
		d.Unit = dtype.Second
		return d, nil
	case from.IsNumber() || from.IsBool():
		d.Unit = dtype.Nano
		return d, nil
	case d.IsTimedelta():
		return d, errs.New(errs.Invalid, "Supported timedelta64 resolutions are 's', 'ms', 'us', 'ns'")
	}
	return d, errs.New(errs.Invalid,
		"Unexpected value for 'dtype': '%s'. Must be 'datetime64[s]', 'datetime64[ms]', 'datetime64[us]', 'datetime64[ns]' or DatetimeTZDtype'.", d)
}

// timeCasts refuses what datetimes and timedeltas do not become.
func timeCasts(from, d dtype.DType) error {
	class := "DatetimeArray"
	if from.IsTimedelta() {
		class = "TimedeltaArray"
	}
	switch {
	case d.IsDatetime() && from.TZ != "" && d.TZ == "":
		return errs.New(errs.Type, "Cannot use .astype to convert from timezone-aware dtype to timezone-naive dtype. "+
			"Use obj.tz_localize(None) or obj.tz_convert('UTC').tz_localize(None) instead.")
	case d.Null && d.IsInteger() && from.TZ != "":
		return noInt("Timestamp")
	case d.Null && d.IsFloat() && from.TZ != "":
		return noFloat("Timestamp")
	case from.IsTimedelta() && d.TZ != "":
		return errs.New(errs.Type, "dtype %s cannot be converted to datetime64[ns]", from)
	case d.IsInteger() && !d.Null && d != dtype.Int64:
		return errs.New(errs.Type, "Converting from %s to %s is not supported. Do obj.astype('int64').astype(dtype) instead", from, d)
	case d.IsInteger() && d.Null:
		return errs.New(errs.Type, "%s cannot be converted to IntegerDtype", from)
	case d.IsFloat() && d.Null:
		return errs.New(errs.Type, "%s cannot be converted to FloatingDtype", from)
	case d.IsBool() && d.Null:
		return errs.New(errs.Type, "Need to pass bool-like values")
	case from.IsTimedelta() && d.IsTimedelta() && !d.Unit.Pandas():
		return errs.New(errs.Invalid, "Cannot convert from %s to %s. Supported resolutions are 's', 'ms', 'us', 'ns'", from, d)
	case d.IsFloat(), d.IsTemporal() && (d.Kind != from.Kind || !d.Unit.Pandas()):
		return errs.New(errs.Type, "Cannot cast %s to dtype %s", class, d)
	case d.IsDatetime() && from.TZ == "" && d.TZ != "":
		return errs.New(errs.Type, "Cannot use .astype to convert from timezone-naive dtype to timezone-aware dtype. "+
			"Use obj.tz_localize instead or series.dt.tz_localize instead")
	}
	return nil
}

// toObject is the cells; a missing row is what the dtype has for it.
func (e Env) toObject(c *frame.Column) *frame.Column {
	out := make([]any, c.Rows)
	for i := range out {
		if c.IsNull(i) {
			out[i] = missingCell(c.DType)
		} else {
			out[i] = c.Cell(i)
		}
		if u, ok := out[i].(uint64); ok && u <= math.MaxInt64 {
			out[i] = int64(u)
		}
	}
	return frame.NewObjects(out)
}

// missingCell is the missing value of a dtype in a column of objects: NaN, NaT or NA.
func missingCell(d dtype.DType) any {
	switch {
	case d.Null:
		return frame.NA
	case d.IsDatetime():
		return frame.Timestamp{Ticks: frame.NaT, Unit: d.Unit, TZ: d.TZ}
	case d.IsTimedelta():
		return frame.Timedelta{Ticks: frame.NaT, Unit: d.Unit}
	}
	return nan
}

// toCategory makes categories of the distinct values; objects of one kind are categories of that kind.
func (e Env) toCategory(c *frame.Column, d dtype.DType, w Whole) (*frame.Column, error) {
	if w.Values == nil {
		vs, err := e.Distinct(c)
		if err != nil {
			return nil, err
		}
		if w.Values, err = e.Infer(vs); err != nil {
			return nil, err
		}
	}
	dict := &frame.Dictionary{Values: w.Values, Ordered: sortable(w.Values)}
	if c.DType.IsObject() && !w.Values.DType.IsObject() {
		codes := make([]int32, c.Rows)
		for i, v := range c.Objects {
			codes[i] = -1
			if l, ok := frame.LabelOf(v); ok && !frame.IsMissing(v) {
				if k, ok := dict.Code(l); ok {
					codes[i] = int32(k)
				}
			}
		}
		return frame.NewDict(d, dict, mem.WrapOf(codes), 0, len(codes), 4), nil
	}
	return e.Encode(c, dict, d.Ordered)
}

// fromCategory casts the categories and sends them to the rows.
func (e Env) fromCategory(c *frame.Column, d dtype.DType) (*frame.Column, error) {
	missing := c.HasNulls()
	if missing && d.IsInteger() && !d.Null {
		return nil, errs.New(errs.Invalid, "Cannot convert float NaN to integer")
	}
	vs, err := e.castValues(c.Dict.Values, d)
	if err != nil {
		return nil, err
	}
	codes := make([]int32, c.Rows)
	for i := range codes {
		codes[i] = int32(c.Code(i))
	}
	out, err := frame.TakeColumn(e.Mem, vs, codes)
	if err != nil || !missing || !d.IsBool() || d.Null {
		return out, err
	}
	bits := mem.View[bool](out.Data, out.Offset, out.Rows)
	for i := range bits {
		bits[i] = bits[i] || codes[i] < 0
	}
	out.Valid = frame.Bitmap{}
	return out, nil
}

func (e Env) castValues(vs *frame.Column, d dtype.DType) (*frame.Column, error) {
	// Categories are objects to pandas here.
	if vs.DType.IsTemporal() && (d.IsString() || d.TZ != "") || vs.DType.IsString() && d.Null && !d.IsString() {
		vs = e.toObject(vs)
	}
	out, err := e.Cast(vs, d)
	if err != nil && !d.Null && d.TZ == "" {
		err = errs.New(errs.KindOf(err), "Cannot cast %s dtype to %s", vs.DType, d)
	}
	return out, err
}
