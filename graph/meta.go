package graph

import (
	"encoding/hex"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/op"
)

// indexKinds are the numbers of kinds of index; object labels are "other".
var indexKinds = map[frame.IndexKind]marsv1.Index_Kind{
	frame.RangeIndex: marsv1.Index_KIND_RANGE, frame.IntIndex: marsv1.Index_KIND_INT, frame.FloatIndex: marsv1.Index_KIND_FLOAT,
	frame.BoolIndex: marsv1.Index_KIND_BOOL, frame.StrIndex: marsv1.Index_KIND_STR, frame.DatetimeIndex: marsv1.Index_KIND_DATETIME,
	frame.TimedeltaIndex: marsv1.Index_KIND_TIMEDELTA, frame.CategoricalIndex: marsv1.Index_KIND_CATEGORICAL,
	frame.ObjectIndex: marsv1.Index_KIND_OTHER, frame.MultiIndex: marsv1.Index_KIND_MULTI,
}

// Describe is a meta as a message. Its nsplits and nbytes are left to who knows them.
func Describe(m op.Meta) *marsv1.Meta {
	out := &marsv1.Meta{Kind: marsv1.Meta_Kind(m.Kind), Open: m.Open}
	if !m.Key.IsZero() {
		out.Key = m.Key.String()
	}
	for _, d := range m.Dims {
		out.Dims = append(out.Dims, describeDim(d))
	}
	switch m.Kind {
	case op.Object:
		if m.IsPickled() {
			out.Type = typeMessage(m.DType)
		}
	case op.Tensor:
		out.Type = typeMessage(m.DType)
	case op.Frame, op.Series, op.Index:
		out.Columns = columns(m.Cols)
		for _, l := range m.Axis {
			out.Axis = append(out.Axis, label(l))
		}
		x := m.Index
		out.Index = &marsv1.Index{Kind: indexKinds[x.Kind], Levels: columns(x.Levels), Start: int64(x.Start), Step: int64(x.Step), Loose: x.Loose}
		if !x.Token.IsZero() {
			out.Index.Token = x.Token.String()
		}
	}
	return out
}

// describeDim is a length as a message.
func describeDim(d op.Dim) *marsv1.Dim {
	return &marsv1.Dim{N: int64(d.N), Symbol: hex.EncodeToString([]byte(d.Sym))}
}

func typeMessage(t op.Type) *marsv1.Type {
	out := &marsv1.Type{Dtype: dtypeText(t.Is)}
	if !t.Known() {
		out.Or, out.Pending = dtypeText(t.Or), hex.EncodeToString([]byte(t.When))
	}
	return out
}

func dtypeText(d dtype.DType) string {
	b, err := d.MarshalText()
	if err != nil {
		return d.String()
	}
	return string(b)
}

func columns(cs []op.Col) (out []*marsv1.Column) {
	for _, c := range cs {
		out = append(out, &marsv1.Column{Label: label(c.Name), Type: typeMessage(c.Type)})
	}
	return out
}

// ReadMeta is the inverse of Describe; nsplits and nbytes are not looked at. Invalid: it describes nothing.
func ReadMeta(m *marsv1.Meta) (op.Meta, error) {
	out := op.Meta{Kind: op.Kind(m.GetKind()), Open: m.GetOpen()}
	if out.Kind < op.Tensor || out.Kind > op.Object {
		return out, errs.New(errs.Invalid, "a value of kind %v", m.GetKind())
	}
	var err error
	if out.Key, err = keyOf(m.GetKey()); err != nil {
		return out, err
	}
	for i, d := range m.GetDims() {
		sym, err := symbolOf(d.GetSymbol())
		if err != nil || d.GetN() < 0 {
			return out, errs.New(errs.Invalid, "dim %d is %d and symbol %q", i, d.GetN(), d.GetSymbol())
		}
		out.Dims = append(out.Dims, op.Dim{N: int(d.GetN()), Sym: sym})
	}
	switch out.Kind {
	case op.Object:
		if m.GetType() != nil {
			out.DType, err = readType(m.GetType())
		}
		return out, err
	case op.Tensor:
		out.DType, err = readType(m.GetType())
		return out, err
	}
	if len(out.Dims) != 1 {
		return out, errs.New(errs.Invalid, "a %s of %d dims", out.Kind, len(out.Dims))
	}
	if out.Cols, err = readColumns(m.GetColumns()); err != nil {
		return out, err
	}
	for _, a := range m.GetAxis() {
		l, err := ReadLabel(a)
		if err != nil {
			return out, errs.Wrap(errs.KindOf(err), err, "name of column labels")
		}
		out.Axis = append(out.Axis, l)
	}
	if out.Kind == op.Series && len(out.Cols) != 1 {
		return out, errs.New(errs.Invalid, "a series of %d columns", len(out.Cols))
	}
	out.Index, err = readIndex(m.GetIndex())
	return out, err
}

func readIndex(x *marsv1.Index) (out op.IndexMeta, err error) {
	known := false
	for k, n := range indexKinds {
		if n == x.GetKind() {
			out.Kind, known = k, true
		}
	}
	if !known || len(x.GetLevels()) == 0 {
		return out, errs.New(errs.Invalid, "an index of kind %v with %d levels", x.GetKind(), len(x.GetLevels()))
	}
	out.Start, out.Step, out.Loose = int(x.GetStart()), int(x.GetStep()), x.GetLoose()
	if out.Levels, err = readColumns(x.GetLevels()); err != nil {
		return out, err
	}
	out.Token, err = keyOf(x.GetToken())
	return out, err
}

func readColumns(cs []*marsv1.Column) (out []op.Col, err error) {
	for i, c := range cs {
		if c.GetLabel() == nil {
			return nil, errs.New(errs.Invalid, "column %d has no label", i)
		}
		l, err := ReadLabel(c.GetLabel())
		if err != nil {
			return nil, errs.Wrap(errs.KindOf(err), err, "label of column %d", i)
		}
		t, err := readType(c.GetType())
		if err != nil {
			return nil, errs.Wrap(errs.KindOf(err), err, "column %s", l.String())
		}
		out = append(out, op.Col{Name: l, Type: t})
	}
	return out, nil
}

// ReadLabel is the label that an attribute means. Type: it is none.
func ReadLabel(a *marsv1.Attr) (frame.Label, error) { return labelOf(a) }

func readType(t *marsv1.Type) (out op.Type, err error) {
	if err = out.Is.UnmarshalText([]byte(t.GetDtype())); err != nil {
		return out, err
	}
	if out.Is.IsZero() {
		return out, errs.New(errs.Invalid, "no dtype")
	}
	if t.GetPending() == "" {
		return out, nil
	}
	if err = out.Or.UnmarshalText([]byte(t.GetOr())); err != nil {
		return out, err
	}
	b, err := hex.DecodeString(t.GetPending())
	if err != nil || string(b) != op.OpenColumn && len(b)%8 != 0 {
		return out, errs.New(errs.Invalid, "pending %q", t.GetPending())
	}
	out.When = string(b)
	return out, nil
}

// symbolOf reads the symbols of a length, of eight bytes each.
func symbolOf(s string) (string, error) {
	b, err := hex.DecodeString(s)
	if err == nil && len(b)%8 != 0 {
		err = errs.New(errs.Invalid, "a symbol of %d bytes", len(b))
	}
	return string(b), err
}

// keyOf reads a key; an empty one is the zero key.
func keyOf(s string) (op.Key, error) {
	if s == "" {
		return op.Key{}, nil
	}
	k, ok := op.ParseKey(s)
	if !ok {
		return k, errs.New(errs.Invalid, "key %q", s)
	}
	return k, nil
}
