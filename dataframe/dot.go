package dataframe

import (
	"cmp"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// Dot is the matrix product: the columns meet the row labels of the other, which are the same in any order.
// Errors: Invalid where they are not.
func (d *DataFrame) Dot(other *DataFrame) *DataFrame { return FrameOf(dotted(d, other)) }

// DotSeries is the product with a series, a value for each row. See Dot.
func (d *DataFrame) DotSeries(other *Series) *Series { return SeriesOf(dotted(d, other)) }

// Dot is the sum of the products of values with the same label. Errors: Invalid for labels that differ.
func (s *Series) Dot(other *Series) *Scalar { return ScalarOf(dotted(s, other)) }

func dotted(h, other Handle) op.Value { return apply(&dot{Other: op.WrittenOf(op.In(1))}, h, other) }

// dot is the matrix product of what has labels with another value.
type dot struct {
	op.Deferred
	Other  op.Written
	trusts bool // the labels meet: nobody is asked
}

func init() {
	op.Register[dot](op.Doc{
		Name: "dataframe.dot", Like: "pandas.DataFrame.dot", Methods: "DataFrame.dot Series.dot", Sig: "dot(df, other)", Gives: "told", Summary: "Matrix product",
		Text: "The columns of a frame, or the labels of a series, meet the row labels of the other, which are the same in any order; an array is met by place. " +
			"ValueError where they are not. Missing values make missing ones.",
	})
}

// Infer is that of labels that meet.
func (o *dot) Infer(in []op.Meta) ([]op.Meta, error) {
	for _, m := range in {
		if m.Open {
			m = in[0]
			m.Cols, m.Open = nil, true
			return []op.Meta{m}, nil
		}
	}
	return op.Expressed(&dot{Other: o.Other, trusts: true}, in)
}

func (o *dot) Build(a *op.Asker, h Handle, more []Handle) (Handle, error) {
	var err error
	v := meant(o.Other, 1, more)
	if l, ok := inList(v); ok {
		if v, err = arrayOf(l); err != nil {
			return nil, err
		}
	}
	if t, ok := v.(*tensor.Tensor); ok {
		return dotOf(h, t, nil)
	}
	other, ok := v.(Handle)
	if _, index := v.(*Index); !ok || index {
		return nil, errs.New(errs.Type, "unsupported type: %s", classOf(v))
	}
	labels, length := indexIn(h), h
	if d, ok := h.(*DataFrame); ok {
		labels = NewIndex(d.Columns())
		length = labels
	}
	if !o.trusts {
		lone := levelSeries(labels.SymmetricDifference(indexIn(other)), 0).IsNA().Count()
		if err := cmp.Or(a.Need(op.Rows, length, other), a.Need(op.Values, lone)); err != nil {
			return nil, err
		}
		if n, _ := chunk.GoValue(a.Value(lone).(*nd.Array)); n != int64(0) || a.Rows(length) != a.Rows(other) {
			return nil, errs.New(errs.Invalid, "matrices are not aligned")
		}
	}
	met := valued(reindexed(other, labels, ReindexOptions{}))
	if d, ok := other.(*DataFrame); ok {
		return dotOf(h, met.(*DataFrame).ToTensor(), d.Columns())
	}
	return dotOf(h, met.(*Series).ToTensor(), nil)
}

// dotOf is the product by place: under the row labels of a frame, and under columns, where there are any.
func dotOf(h Handle, t *tensor.Tensor, columns []frame.Label) (Handle, error) {
	d, s, err := asFrame(h)
	if err != nil {
		return nil, err
	}
	left := d.ToTensor()
	if s != nil {
		left = s.ToTensor()
	}
	product := tensor.Matmul(left, t)
	switch {
	case product.Rank() == 0:
		return ScalarOf(product.Value()), product.Err()
	case s != nil && columns != nil:
		return SeriesFromTensor(product, s.Name()).SetLabels(NewIndex(columns)), product.Err()
	case s != nil:
		return product, product.Err()
	case product.Rank() == 1:
		return SeriesFromTensor(product).SetLabels(d.Index()), product.Err()
	}
	return FromTensor(product, labelsAny(columns)...).SetLabels(d.Index()), product.Err()
}
