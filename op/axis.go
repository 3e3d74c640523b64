package op

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/mars-project/mars-go/errs"
)

// A field with the tag `axis:"0"` numbers a dimension of input 0: an int, a pointer to one, or a list of
// several that differ. The engine counts it from 0 when the node is built, before Normalize, and refuses what
// is out of bounds in NumPy's words. With `axis:"0 axis1"` the error begins with that name. Nil stays nil.
// `axis:"0+1"` numbers a dimension of a result that has one more.

// An axisField is such a field.
type axisField struct {
	at    int // among the fields of the operand
	input int
	more  int // dimensions that the result has beside those of the input
	name  string
}

// axesOf finds the tags of an operand's type.
func axesOf(t reflect.Type) (fs []axisField, err error) {
	for i := range t.NumField() {
		tag, ok := t.Field(i).Tag.Lookup("axis")
		if !ok {
			continue
		}
		number, name, _ := strings.Cut(tag, " ")
		number, plus, _ := strings.Cut(number, "+")
		in, err := strconv.Atoi(number)
		more := 0
		if err == nil && plus != "" {
			more, err = strconv.Atoi(plus)
		}
		switch t.Field(i).Type {
		case reflect.TypeFor[int](), reflect.TypeFor[*int](), reflect.TypeFor[[]int]():
		default:
			err = fmt.Errorf("a %s is no axis", t.Field(i).Type)
		}
		if err != nil {
			return nil, fmt.Errorf("field %s with the tag axis:%q: %w", t.Field(i).Name, tag, err)
		}
		fs = append(fs, axisField{i, in, more, name})
	}
	return fs, nil
}

// frameAxis is the place of a field Axis that numbers an axis of a frame, in methods that a series has too;
// -1 where there is none, or the tag `series:"unused"` says that a series takes any.
func frameAxis(d Doc, t reflect.Type) int {
	f, ok := t.FieldByName("Axis")
	if !ok || len(f.Index) > 1 || f.Tag.Get("axis") != "" || f.Tag.Get("series") == "unused" || !strings.Contains(d.Methods, "Series.") {
		return -1
	}
	if f.Type != reflect.TypeFor[int]() && f.Type != reflect.TypeFor[*int]() {
		return -1
	}
	return f.Index[0]
}

// oneAxis refuses the axis of columns where the first input is a series.
func (d *Def) oneAxis(o Operand, in []Meta) error {
	if d.frameAxis < 0 || len(in) == 0 || in[0].Kind != Series {
		return nil
	}
	v := reflect.Indirect(reflect.ValueOf(o).Elem().Field(d.frameAxis))
	if v.IsValid() && v.Int() != 0 {
		return errs.New(errs.Invalid, "No axis named %d for object type Series", v.Int())
	}
	return nil
}

// countAxes counts the axes of o from 0.
func (d *Def) countAxes(o Operand, in []Meta) error {
	for _, f := range d.axes {
		if f.input >= len(in) {
			continue
		}
		v, rank := reflect.ValueOf(o).Elem().Field(f.at), len(in[f.input].Dims)+f.more
		switch a := v.Interface().(type) {
		case int:
			n, err := f.count(a, rank)
			if err != nil {
				return err
			}
			v.SetInt(int64(n))
		case *int:
			if a == nil {
				continue
			}
			n, err := f.count(*a, rank)
			if err != nil {
				return err
			}
			v.Set(reflect.ValueOf(&n))
		case []int:
			out := slices.Clone(a)
			for i := range out {
				n, err := f.count(out[i], rank)
				if err != nil {
					return err
				}
				if slices.Contains(out[:i], n) {
					return errs.New(errs.Invalid, "duplicate value in 'axis'")
				}
				out[i] = n
			}
			v.Set(reflect.ValueOf(out))
		}
	}
	return nil
}

func (f *axisField) count(a, rank int) (int, error) {
	if a < -rank || a >= rank {
		before := ""
		if f.name != "" {
			before = f.name + ": "
		}
		return 0, errs.New(errs.Invalid, "%saxis %d is out of bounds for array of dimension %d", before, a, rank)
	}
	return (a + rank) % rank, nil
}
