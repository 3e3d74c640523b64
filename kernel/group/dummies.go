package group

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/hash"
	"github.com/mars-project/mars-go/mem"
)

// Codes is the place of every row of c among distinct levels, -1 for rows that are missing or not among them.
func Codes(al mem.Allocator, levels, c *frame.Column) ([]int32, error) {
	n, err := hash.Number(al, hash.Appearance, true, []*frame.Column{levels}, []*frame.Column{c})
	if err != nil {
		return nil, err
	}
	codes := n.IDs[1]
	for i, k := range codes {
		if int(k) >= levels.Rows {
			codes[i] = -1
		}
	}
	return codes, nil
}

// Dummies are k columns of d, which is a number or bool dtype: column j is 1 where the code is j, else 0.
// Codes outside 0 to k-1 count nowhere.
func Dummies(al mem.Allocator, codes []int32, k int, d dtype.DType) ([]*frame.Column, error) {
	switch d.Kind {
	case dtype.BoolKind, dtype.Int8Kind, dtype.Uint8Kind:
		return dummies[uint8](al, codes, k, d, 1)
	case dtype.Int16Kind, dtype.Uint16Kind:
		return dummies[uint16](al, codes, k, d, 1)
	case dtype.Int32Kind, dtype.Uint32Kind:
		return dummies[uint32](al, codes, k, d, 1)
	case dtype.Int64Kind, dtype.Uint64Kind:
		return dummies[uint64](al, codes, k, d, 1)
	case dtype.Float16Kind:
		return dummies(al, codes, k, d, uint16(dtype.ToF16From64(1)))
	case dtype.Float32Kind:
		return dummies(al, codes, k, d, float32(1))
	case dtype.Float64Kind:
		return dummies(al, codes, k, d, float64(1))
	}
	return nil, errs.New(errs.Invalid, "dtype=%v is not a valid dtype for get_dummies", d)
}

func dummies[T uint8 | uint16 | uint32 | uint64 | float32 | float64](al mem.Allocator, codes []int32, k int, d dtype.DType, one T) ([]*frame.Column, error) {
	out := make([]*frame.Column, k)
	rows := make([][]T, k)
	for j := range out {
		b, err := al.Alloc(len(codes) * sizeof(one))
		if err != nil {
			return nil, err
		}
		rows[j] = mem.View[T](b, 0, len(codes))
		clear(rows[j])
		out[j] = frame.NewPlain(d, b, 0, len(codes), frame.Bitmap{})
	}
	for i, c := range codes {
		if c >= 0 && int(c) < k {
			rows[c][i] = one
		}
	}
	return out, nil
}
