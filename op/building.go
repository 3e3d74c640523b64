package op

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/mars-project/mars-go/errs"
)

// handles make what users hold of a value, by its kind.
var handles = map[Kind]func(Value) any{}

// Holds says what users hold of values of a kind; call it from init of the package whose handle it is.
func Holds[H Handle](k Kind, of func(Value) H) {
	handles[k] = func(v Value) any { return of(v) }
}

// A building is how the Build method of a recipe is called.
type building struct {
	method   int // of the pointer type
	in       reflect.Type
	variadic bool
	slots    []slot
	asks     bool // the first parameter is an Asker
	fails    bool // the last result is an error
}

// A slot is where the argument of a parameter of Build comes from.
type slot struct {
	role  Role
	field []int // of optional inputs and of lists
}

var (
	errorType  = reflect.TypeFor[error]()
	handleType = reflect.TypeFor[interface{ Value() Value }]()
)

// buildingOf finds the Build method of a recipe and ties its parameters to the inputs of the signature.
func buildingOf(sig Sig, t reflect.Type) (*building, error) {
	m, ok := t.MethodByName("Build")
	if !ok {
		return nil, fmt.Errorf("a recipe wants a method Build")
	}
	b := &building{method: m.Index, in: m.Type, variadic: m.Type.IsVariadic()}
	for _, q := range sig.Params {
		switch q.Role {
		case InputRole, OptRole, InputsRole:
			b.slots = append(b.slots, slot{q.Role, q.Field})
		}
	}
	b.asks = m.Type.NumIn() > 1 && m.Type.In(1) == reflect.TypeFor[*Asker]()
	n := m.Type.NumIn() - b.skip()
	if n == len(b.slots)+1 && m.Type.In(m.Type.NumIn()-1).Kind() == reflect.Slice { // inputs that fields of fields refer to
		b.slots = append(b.slots, slot{role: InputsRole})
	}
	if n != len(b.slots) {
		return nil, fmt.Errorf("Build takes %d inputs, the signature has %d", n, len(b.slots))
	}
	outs := m.Type.NumOut()
	if outs > 0 && m.Type.Out(outs-1) == errorType {
		b.fails, outs = true, outs-1
	}
	for i := range outs {
		o := m.Type.Out(i)
		if o.Kind() == reflect.Slice {
			o = o.Elem()
		}
		if !o.Implements(handleType) {
			return nil, fmt.Errorf("Build gives a %s, which is no handle", o)
		}
	}
	if outs == 0 {
		return nil, fmt.Errorf("Build gives nothing")
	}
	return b, nil
}

// skip is how many parameters of the method stand before the inputs.
func (b *building) skip() int {
	if b.asks {
		return 2
	}
	return 1
}

// call runs Build of o over handles of the inputs and gives the values of its results.
func (b *building) call(o Operand, in []Value, a *Asker) ([]Value, error) {
	v := reflect.ValueOf(o)
	args, err := b.args(v, in)
	if err != nil {
		return nil, err
	}
	if b.asks {
		args = slices.Insert(args, 0, reflect.ValueOf(a))
	}
	call := v.Method(b.method).Call
	if b.variadic {
		call = v.Method(b.method).CallSlice
	}
	outs := call(args)
	if b.fails {
		if err, _ := outs[len(outs)-1].Interface().(error); err != nil {
			return nil, err
		}
		outs = outs[:len(outs)-1]
	}
	var vs []Value
	for _, r := range outs {
		rs := []reflect.Value{r}
		if r.Kind() == reflect.Slice {
			rs = rs[:0]
			for i := range r.Len() {
				rs = append(rs, r.Index(i))
			}
		}
		for _, r := range rs {
			if r.IsNil() {
				return nil, errs.New(errs.Internal, "a recipe gave nil")
			}
			vs = append(vs, r.Interface().(interface{ Value() Value }).Value())
		}
	}
	return vs, nil
}

// args are the arguments of Build: handles, numbers, nil for what is absent.
func (b *building) args(o reflect.Value, in []Value) ([]reflect.Value, error) {
	numbers := numbersOf(o.Interface())
	args := make([]reflect.Value, len(b.slots))
	next, place := 0, 0
	for i, s := range b.slots {
		t := b.in.In(i + b.skip())
		var err error
		switch {
		case s.role == InputRole && place < len(numbers) && numbers[place] != nil:
			args[i] = reflect.ValueOf(numbers[place])
			place++
		case s.role == InputRole:
			if next >= len(in) {
				return nil, errs.New(errs.Internal, "a recipe has %d inputs", len(in))
			}
			args[i], err = argument(in[next], t)
			next, place = next+1, place+1
		case s.role == OptRole:
			args[i] = reflect.Zero(t)
			if k := o.Elem().FieldByIndex(s.field).Interface().(Ref).I(); k >= 0 && k < len(in) {
				args[i], err = argument(in[k], t)
			}
		case s.field != nil:
			var list []Value
			for _, r := range o.Elem().FieldByIndex(s.field).Interface().([]Ref) {
				if r.I() >= 0 && r.I() < len(in) {
					list = append(list, in[r.I()])
				}
			}
			args[i], err = arguments(list, t)
		default: // *args without a field: the rest
			args[i], err = arguments(in[next:], t)
			next = len(in)
		}
		if err != nil {
			return nil, err
		}
	}
	return args, nil
}

// numbersOf are the numbers among the inputs of an operand, nil where an input is.
func numbersOf(o any) []any {
	if s, ok := o.(interface{ numbers() []any }); ok {
		return s.numbers()
	}
	return nil
}

// argument is v as a parameter of type t takes it.
func argument(v Value, t reflect.Type) (reflect.Value, error) {
	if t == reflect.TypeFor[Value]() {
		return reflect.ValueOf(v), nil
	}
	k := v.Meta().Kind
	if of := handles[k]; of != nil {
		if h := reflect.ValueOf(of(v)); h.Type().AssignableTo(t) {
			return h, nil
		}
	}
	return reflect.Value{}, errs.New(errs.Type, "a %s is not what it takes", k)
}

// arguments are values as a list of type t takes them.
func arguments(vs []Value, t reflect.Type) (reflect.Value, error) {
	list := reflect.MakeSlice(t, len(vs), len(vs))
	for i, v := range vs {
		a, err := argument(v, t.Elem())
		if err != nil {
			return a, err
		}
		list.Index(i).Set(a)
	}
	return list, nil
}
