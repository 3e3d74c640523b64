package text

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/str"
	"github.com/mars-project/mars-go/op"
)

// Item takes a character of each text by its place, an item of each list, or a value of each dict by its key.
// What is no text is an object.
type Item struct {
	op.Rowwise
	I op.Written
}

func init() {
	op.Register[Item](op.Doc{
		Name: "dataframe.items_of_texts", Face: "inner", Sig: "items_of_texts(series, i)", Summary: "Character at a place of each text, item of each list", Forms: "i=plain",
	})
}

func (o *Item) Infer(in []op.Meta) ([]op.Meta, error) {
	ms, err := inferText(in, aText)
	if _, ok := o.place(); err == nil && !ok && !in[0].Cols[0].Is.IsObject() {
		return nil, errs.New(errs.Type, "a character of a text has a place, which %v is not", o.I.V)
	}
	return ms, err
}

// place is the number of the item; false where it can only be a key.
func (o *Item) place() (int, bool) {
	switch v := o.I.V.(type) {
	case int64:
		return int(v), true
	case bool:
		if v {
			return 1, true
		}
		return 0, true
	}
	return 0, false
}

func (o *Item) Exec(x *op.Exec) error {
	i, ok := o.place()
	return textOrObject(x, func(c *frame.Column, d dtype.DType) (*frame.Column, error) {
		return str.Texts(x.Mem(), c, d, func(dst, s []byte) ([]byte, bool) {
			if !ok {
				return dst, false
			}
			return str.Get(dst, s, i)
		})
	}, func(v any) (any, bool) {
		if d, is := v.(frame.Record); is {
			return valueAt(d, o.I.V), true
		}
		items, is := itemsOf(v)
		if !is {
			return nil, false
		}
		if !ok {
			return math.NaN(), true
		}
		return itemAt(items, i), true
	})
}

// valueAt is the value under a key, nil where there is none.
func valueAt(d frame.Record, key any) any {
	k, ok := frame.LabelOf(key)
	for _, p := range d {
		if l, is := frame.LabelOf(p.Label()); ok && is && l.Same(k) {
			return p.Value
		}
	}
	return nil
}
