package chunk

import (
	"github.com/fxamacker/cbor/v2"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
)

// maxNest is how deep tuples and lists may lie in each other.
const maxNest = 16

// A valueHead says of one value what its segments do not. Exactly one field is set.
type valueHead struct {
	Array  *arrayHead  `cbor:"1,keyasint,omitempty"`
	Frame  *frameHead  `cbor:"2,keyasint,omitempty"`
	Tuple  *tupleHead  `cbor:"3,keyasint,omitempty"`
	Cell   []byte      `cbor:"4,keyasint,omitempty"`
	Column *columnHead `cbor:"5,keyasint,omitempty"`
	Index  *indexHead  `cbor:"6,keyasint,omitempty"`
}

type tupleHead struct {
	_      struct{} `cbor:",toarray"`
	Values []valueHead
}

// An arrayHead is an array that is dense in memory but for the order of its axes and for broadcasting.
type arrayHead struct {
	_     struct{} `cbor:",toarray"`
	DType string
	Shape []int
	Perm  []int  // axes of the array from the slowest in memory to the fastest; nil: C order
	Same  []bool // axes along which all elements are one; nil: none
}

// A columnHead is a column; its segments are data, validity, heaps, as far as they are there, then those of its dictionary.
type columnHead struct {
	DType string          `cbor:"1,keyasint"`
	Enc   frame.Enc       `cbor:"2,keyasint,omitempty"`
	Rows  int             `cbor:"3,keyasint,omitempty"`
	Valid bool            `cbor:"4,keyasint,omitempty"` // a validity segment, whose first bit is ValidOff
	Off   int             `cbor:"5,keyasint,omitempty"`
	Heaps int             `cbor:"6,keyasint,omitempty"`
	Codes frame.CodeWidth `cbor:"7,keyasint,omitempty"`
	Dict  *dictHead       `cbor:"8,keyasint,omitempty"`
	Start int64           `cbor:"9,keyasint,omitempty"`
	Step  int64           `cbor:"10,keyasint,omitempty"`
}

// A dictHead is a dictionary. It is written where it is first used; later uses name it by its number.
type dictHead struct {
	_       struct{} `cbor:",toarray"`
	ID      int      // in order of first use
	Ordered bool
	Values  *columnHead // nil after the first use
}

type indexHead struct {
	Kind   frame.IndexKind `cbor:"1,keyasint,omitempty"`
	Names  []frame.Label   `cbor:"2,keyasint,omitempty"`
	Levels []columnHead    `cbor:"3,keyasint,omitempty"`
	Start  int64           `cbor:"4,keyasint,omitempty"`
	Step   int64           `cbor:"5,keyasint,omitempty"`
	N      int             `cbor:"6,keyasint,omitempty"`
	Token  []byte          `cbor:"7,keyasint,omitempty"`
}

type frameHead struct {
	Index indexHead     `cbor:"1,keyasint"`
	Names []frame.Label `cbor:"2,keyasint,omitempty"`
	Axis  []frame.Label `cbor:"3,keyasint,omitempty"`
	Cols  []columnHead  `cbor:"4,keyasint,omitempty"`
	Rows  int           `cbor:"5,keyasint,omitempty"`
	Ord   *columnHead   `cbor:"6,keyasint,omitempty"`
}

var (
	encMode = must(cbor.EncOptions{}.EncMode())
	decMode = must(cbor.DecOptions{
		DupMapKey:         cbor.DupMapKeyEnforcedAPF,
		MaxNestedLevels:   4*maxNest + 16,
		MaxArrayElements:  1<<31 - 1,
		ExtraReturnErrors: cbor.ExtraDecErrorUnknownField,
	}.DecMode())
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// damaged is the error for input that Encode did not write.
func damaged(format string, args ...any) error {
	return errs.New(errs.Lost, "damaged chunk: "+format, args...)
}
