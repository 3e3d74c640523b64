package chunk

import (
	"github.com/fxamacker/cbor/v2"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
)

// maxNest is how deep tuples and lists may lie in each other.
const maxNest = 16

// Heads are CBOR arrays, not maps: smaller, and there are no names to be unknown or to come twice. Labels are
// byte strings that are decoded here: the decoder of cbor v2.9.6 loses its place, and then panics, after an
// UnmarshalBinary that fails.

// A valueHead says of one value what its segments do not. Exactly one field is set.
type valueHead struct {
	_      struct{} `cbor:",toarray"`
	Array  *arrayHead
	Frame  *frameHead
	Tuple  *tupleHead
	Cell   []byte
	Column *columnHead
	Index  *indexHead
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

// A columnHead is a column; its segments are data, validity, heaps, as far as they are there, then those of
// its dictionary.
type columnHead struct {
	_     struct{} `cbor:",toarray"`
	DType string
	Enc   frame.Enc
	Rows  int
	Valid bool // a validity segment; row 0 is its bit Off
	Off   int
	Heaps int
	Codes frame.CodeWidth
	Dict  *dictHead
	Start int64
	Step  int64
	Known *boundsHead // what is known of the rows; nil: nothing
}

// A boundsHead is the bounds of a column, as labels.
type boundsHead struct {
	_              struct{} `cbor:",toarray"`
	Least, Most    []byte
	Sorted, Unique bool
}

// A dictHead is a dictionary. It is written where it is first used; later uses name it by its number.
type dictHead struct {
	_       struct{} `cbor:",toarray"`
	ID      int      // in order of first use
	Ordered bool
	Values  *columnHead // nil after the first use
}

type indexHead struct {
	_      struct{} `cbor:",toarray"`
	Kind   frame.IndexKind
	Names  [][]byte
	Levels []columnHead
	Start  int64
	Step   int64
	N      int
	Token  []byte
}

type frameHead struct {
	_     struct{} `cbor:",toarray"`
	Index indexHead
	Names [][]byte
	Axis  [][]byte
	Cols  []columnHead
	Rows  int
	Ord   *columnHead
}

var (
	encMode = must(cbor.EncOptions{}.EncMode())
	decMode = must(cbor.DecOptions{
		MaxNestedLevels:  4*maxNest + 16,
		MaxArrayElements: 1<<31 - 1,
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

func putLabels(ls []frame.Label) ([][]byte, error) {
	if ls == nil {
		return nil, nil
	}
	out := make([][]byte, len(ls))
	for i, l := range ls {
		var err error
		if out[i], err = l.MarshalBinary(); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func getLabels(bs [][]byte) ([]frame.Label, error) {
	if bs == nil {
		return nil, nil
	}
	out := make([]frame.Label, len(bs))
	for i, b := range bs {
		if err := out[i].UnmarshalBinary(b); err != nil {
			return nil, damaged("%v", err)
		}
	}
	return out, nil
}
