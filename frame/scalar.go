package frame

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
)

// NaT is the missing value of datetimes and timedeltas.
const NaT = math.MinInt64

// A Timestamp is one datetime: ticks of Unit since 1970, UTC where TZ names a zone. Of days it is a date, a
// cell of objects alone, which equals its midnight.
type Timestamp struct {
	Ticks int64
	Unit  dtype.Unit
	TZ    string
}

// A Timedelta is one difference of datetimes.
type Timedelta struct {
	Ticks int64
	Unit  dtype.Unit
}

// Missing is the type of NA.
type Missing struct{}

// A Tuple is a Python tuple in a column of objects; a []any is a list.
type Tuple []any

// NA is pandas' NA in a column of objects.
var NA = Missing{}

// IsMissing reports a cell that pandas counts as missing: nil, a float NaN, NA, NaT.
func IsMissing(v any) bool {
	switch v := v.(type) {
	case nil, Missing:
		return true
	case float64:
		return v != v
	case float32:
		return v != v
	case Timestamp:
		return v.Ticks == NaT
	case Timedelta:
		return v.Ticks == NaT
	}
	return false
}
