package graph

import (
	"bytes"
	"reflect"
	"time"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/wire/arrow"
	"github.com/mars-project/mars-go/wire/npy"
)

// The media types of literals.
const (
	mediaNpy   = "application/x-npy"
	mediaArrow = "application/vnd.apache.arrow.stream"
)

func none() *marsv1.Attr { return single(marsv1.Singleton_SINGLETON_NONE) }

func single(s marsv1.Singleton) *marsv1.Attr {
	return &marsv1.Attr{Value: &marsv1.Attr_Singleton{Singleton: s}}
}

// attr is a parameter as an attribute. Nil pointers, slices and maps are None.
func attr(v reflect.Value) (*marsv1.Attr, error) {
	switch x := v.Interface().(type) {
	case op.Ref:
		if x.I() < 0 {
			return none(), nil
		}
		return &marsv1.Attr{Value: &marsv1.Attr_Input{Input: uint32(x.I())}}, nil
	case op.Written:
		return writtenAttr(x)
	case dtype.DType:
		if x.IsZero() {
			return none(), nil
		}
		t, err := x.MarshalText()
		return &marsv1.Attr{Value: &marsv1.Attr_Dtype{Dtype: string(t)}}, err
	case frame.Label:
		return label(x), nil
	case op.Key:
		return &marsv1.Attr{Value: &marsv1.Attr_Key{Key: x.String()}}, nil
	case time.Time:
		if x.Location() != time.UTC {
			return nil, errs.New(errs.Type, "a time of zone %s", x.Location())
		}
		return timeAttr(x.UnixNano(), dtype.Nano, "UTC"), nil
	case *nd.Array:
		return arrayAttr(x)
	case *frame.Frame:
		return frameAttr(x)
	case []byte:
		if x == nil {
			return none(), nil
		}
		return &marsv1.Attr{Value: &marsv1.Attr_Raw{Raw: x}}, nil
	case [][]byte:
		if x == nil {
			return none(), nil
		}
		return &marsv1.Attr{Value: &marsv1.Attr_Blobs{Blobs: &marsv1.Blobs{V: x}}}, nil
	case frame.Timestamp:
		return timeAttr(x.Ticks, x.Unit, x.TZ), nil
	case frame.Timedelta:
		return &marsv1.Attr{Value: &marsv1.Attr_Timedelta{Timedelta: &marsv1.Timedelta{Value: x.Ticks, Unit: x.Unit.String()}}}, nil
	case frame.Interval:
		return label(frame.L(x)), nil
	case op.Dict:
		return dictAttr(x)
	case frame.Missing:
		return single(marsv1.Singleton_SINGLETON_NA), nil
	}
	switch v.Kind() {
	case reflect.Bool:
		return &marsv1.Attr{Value: &marsv1.Attr_B{B: v.Bool()}}, nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return &marsv1.Attr{Value: &marsv1.Attr_I{I: v.Int()}}, nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		if u := v.Uint(); u >= 1<<63 {
			return &marsv1.Attr{Value: &marsv1.Attr_U{U: u}}, nil
		}
		return &marsv1.Attr{Value: &marsv1.Attr_I{I: int64(v.Uint())}}, nil
	case reflect.Float32, reflect.Float64:
		return &marsv1.Attr{Value: &marsv1.Attr_F{F: v.Float()}}, nil
	case reflect.Complex64, reflect.Complex128:
		c := v.Complex()
		return &marsv1.Attr{Value: &marsv1.Attr_C{C: &marsv1.Complex{Re: real(c), Im: imag(c)}}}, nil
	case reflect.String:
		return &marsv1.Attr{Value: &marsv1.Attr_S{S: v.String()}}, nil
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return none(), nil
		}
		return attr(v.Elem())
	case reflect.Slice, reflect.Array:
		if v.Kind() == reflect.Slice && v.IsNil() {
			return none(), nil
		}
		return listAttr(v)
	case reflect.Map, reflect.Struct:
		if v.Kind() == reflect.Map && v.IsNil() {
			return none(), nil
		}
		return fieldsAttr(v)
	}
	return nil, errs.New(errs.Type, "a %s does not travel", v.Type())
}

// listAttr is a list: of one plain type in short.
func listAttr(v reflect.Value) (*marsv1.Attr, error) {
	t := v.Type().Elem()
	if t != reflect.TypeFor[op.Ref]() {
		switch t.Kind() {
		case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
			out := &marsv1.Ints{}
			for i := range v.Len() {
				out.V = append(out.V, v.Index(i).Int())
			}
			return &marsv1.Attr{Value: &marsv1.Attr_Ints{Ints: out}}, nil
		case reflect.Float32, reflect.Float64:
			out := &marsv1.Floats{}
			for i := range v.Len() {
				out.V = append(out.V, v.Index(i).Float())
			}
			return &marsv1.Attr{Value: &marsv1.Attr_Floats{Floats: out}}, nil
		case reflect.String:
			out := &marsv1.Strings{}
			for i := range v.Len() {
				out.V = append(out.V, v.Index(i).String())
			}
			return &marsv1.Attr{Value: &marsv1.Attr_Strings{Strings: out}}, nil
		case reflect.Bool:
			out := &marsv1.Bools{}
			for i := range v.Len() {
				out.V = append(out.V, v.Index(i).Bool())
			}
			return &marsv1.Attr{Value: &marsv1.Attr_Bools{Bools: out}}, nil
		}
	}
	out := &marsv1.List{}
	for i := range v.Len() {
		a, err := attr(v.Index(i))
		if err != nil {
			return nil, errs.Wrap(errs.KindOf(err), err, "item %d", i)
		}
		out.Items = append(out.Items, a)
	}
	return &marsv1.Attr{Value: &marsv1.Attr_List{List: out}}, nil
}

// fieldsAttr is a struct or a map of string keys.
func fieldsAttr(v reflect.Value) (*marsv1.Attr, error) {
	out := &marsv1.Fields{Fields: map[string]*marsv1.Attr{}}
	put := func(name string, v reflect.Value) error {
		a, err := attr(v)
		if err != nil {
			return errs.Wrap(errs.KindOf(err), err, "%s", name)
		}
		out.Fields[name] = a
		return nil
	}
	if v.Kind() == reflect.Map {
		for _, k := range v.MapKeys() {
			if err := put(k.String(), v.MapIndex(k)); err != nil {
				return nil, err
			}
		}
		return &marsv1.Attr{Value: &marsv1.Attr_Fields{Fields: out}}, nil
	}
	for _, f := range op.Fields(v.Type()) {
		if f.IsExported() && !f.Anonymous {
			if err := put(op.ParamName(f.Name), v.FieldByIndex(f.Index)); err != nil {
				return nil, err
			}
		}
	}
	return &marsv1.Attr{Value: &marsv1.Attr_Fields{Fields: out}}, nil
}

// dictAttr is a dict.
func dictAttr(d op.Dict) (*marsv1.Attr, error) {
	out := &marsv1.Dict{}
	for _, e := range d {
		k, err := anyAttr(e.Key)
		if err != nil {
			return nil, err
		}
		v, err := anyAttr(e.Value)
		if err != nil {
			return nil, err
		}
		out.Entries = append(out.Entries, &marsv1.Dict_Entry{Key: k, Value: v})
	}
	return &marsv1.Attr{Value: &marsv1.Attr_Dict{Dict: out}}, nil
}

// anyAttr is a value that may be nil.
func anyAttr(v any) (*marsv1.Attr, error) {
	if v == nil {
		return none(), nil
	}
	return attr(reflect.ValueOf(v))
}

func timeAttr(v int64, u dtype.Unit, zone string) *marsv1.Attr {
	return &marsv1.Attr{Value: &marsv1.Attr_Time{Time: &marsv1.Time{Value: v, Unit: u.String(), Zone: zone}}}
}

// label is a label; a tuple is a list of the kind of tuples, an interval has fields.
func label(l frame.Label) *marsv1.Attr {
	switch v := l.Value().(type) {
	case bool:
		return &marsv1.Attr{Value: &marsv1.Attr_B{B: v}}
	case int64:
		return &marsv1.Attr{Value: &marsv1.Attr_I{I: v}}
	case uint64:
		return &marsv1.Attr{Value: &marsv1.Attr_U{U: v}}
	case float64:
		return &marsv1.Attr{Value: &marsv1.Attr_F{F: v}}
	case string:
		return &marsv1.Attr{Value: &marsv1.Attr_S{S: v}}
	case []byte:
		return &marsv1.Attr{Value: &marsv1.Attr_Raw{Raw: v}}
	case frame.Timestamp:
		return timeAttr(v.Ticks, v.Unit, v.TZ)
	case frame.Timedelta:
		return &marsv1.Attr{Value: &marsv1.Attr_Timedelta{Timedelta: &marsv1.Timedelta{Value: v.Ticks, Unit: v.Unit.String()}}}
	case frame.Interval:
		closed := &marsv1.Attr{Value: &marsv1.Attr_S{S: v.Closed()}}
		fields := map[string]*marsv1.Attr{"left": label(v.Left), "right": label(v.Right), "closed": closed}
		return &marsv1.Attr{Value: &marsv1.Attr_Fields{Fields: &marsv1.Fields{Fields: fields}}}
	}
	if l.IsNil() {
		return none()
	}
	out := &marsv1.List{Kind: marsv1.Sequence_SEQUENCE_TUPLE}
	for _, e := range l.Elems() {
		out.Items = append(out.Items, label(e))
	}
	return &marsv1.Attr{Value: &marsv1.Attr_List{List: out}}
}

func arrayAttr(a *nd.Array) (*marsv1.Attr, error) {
	if a == nil {
		return none(), nil
	}
	var b bytes.Buffer
	err := npy.Write(&b, a)
	return &marsv1.Attr{Value: &marsv1.Attr_Literal{Literal: &marsv1.Literal{MediaType: mediaNpy, Data: b.Bytes()}}}, err
}

func frameAttr(f *frame.Frame) (*marsv1.Attr, error) {
	if f == nil {
		return none(), nil
	}
	var b bytes.Buffer
	err := arrow.WriteAll(&b, mem.Heap, arrow.Options{}, f)
	return &marsv1.Attr{Value: &marsv1.Attr_Literal{Literal: &marsv1.Literal{MediaType: mediaArrow, Data: b.Bytes()}}}, err
}
