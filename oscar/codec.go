package oscar

import (
	"reflect"

	"github.com/fxamacker/cbor/v2"

	"github.com/mars-project/mars-go/errs"
)

// Both nodes are of the same version, so unknown fields are errors. Floats keep their bits, times their zone.
var (
	encMode = must(cbor.EncOptions{
		NaNConvert: cbor.NaNConvertNone,
		InfConvert: cbor.InfConvertNone,
		Time:       cbor.TimeRFC3339Nano,
		TimeTag:    cbor.EncTagRequired,
	}.EncMode())
	decMode = must(cbor.DecOptions{
		DupMapKey:         cbor.DupMapKeyEnforcedAPF,
		MaxNestedLevels:   256,
		MaxArrayElements:  1<<31 - 1,
		MaxMapPairs:       1<<31 - 1,
		IntDec:            cbor.IntDecConvertSignedOrBigInt,
		ExtraReturnErrors: cbor.ExtraDecErrorUnknownField,
		DefaultMapType:    reflect.TypeFor[map[string]any](),
		UTF8:              cbor.UTF8DecodeInvalid,
	}.DecMode())
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// Encode is v as messages travel between nodes. What cannot be encoded (channels, functions) is an Invalid
// error.
func Encode(v any) ([]byte, error) {
	b, err := encMode.Marshal(v)
	if err != nil {
		return nil, errs.Wrap(errs.Invalid, err, "encode %T", v)
	}
	return b, nil
}

// Decode is the inverse of Encode into the value v points at. Byte slices in v are copies. Damaged bytes are
// an Invalid error, also where the decoder below panics on them.
func Decode(b []byte, v any) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = errs.New(errs.Invalid, "decode %T: %v", v, r)
		}
	}()
	if err := decMode.Unmarshal(b, v); err != nil {
		return errs.Wrap(errs.Invalid, err, "decode %T", v)
	}
	return nil
}
