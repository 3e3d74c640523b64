package ufunc

import (
	"slices"
	"strconv"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/kernel/basic"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// loop finds the loop for the arguments, numbers being weak as NEP 50 has it. Errors: Type in NumPy's words
// where there is none; Invalid for an integer that the dtype it would take does not hold.
func (u *Ufunc) loop(in []op.Meta) (basic.Loop, error) {
	args := u.Types(in)
	types := u.settled(args)
	var l basic.Loop
	var err error
	if u.Signature.Is {
		l, err = u.signed(types)
	} else if u.Dtype.IsZero() {
		l, err = kernel.Resolve(u.row.Name, types...)
	} else {
		l, err = u.typed(types)
	}
	if err != nil && !u.Signature.Is && u.Dtype.IsZero() && slices.ContainsFunc(args, func(a dtype.Arg) bool { return a.Weak }) {
		for i, a := range args { // ldexp, whose arguments do not promote with one another
			types[i] = a.DType
		}
		if again, e := kernel.Resolve(u.row.Name, types...); e == nil {
			l, err = again, nil
		}
	}
	if err != nil {
		return l, err
	}
	if err := u.castable(args, types, l); err != nil {
		return l, err
	}
	for i := range args {
		if err := inRange(u.number(i), l.In[i]); err != nil {
			return l, err
		}
	}
	return l, nil
}

// settled gives every weak argument the dtype that it takes beside the strong ones.
func (u *Ufunc) settled(args []dtype.Arg) []dtype.DType {
	types := make([]dtype.DType, len(args))
	var strong []dtype.Arg
	for i, a := range args {
		if types[i] = a.DType; !a.Weak {
			strong = append(strong, a)
		}
	}
	if slices.ContainsFunc(strong, func(a dtype.Arg) bool { return a.DType.IsTemporal() }) {
		return types // a number counts units, and is a number where a span is divided by it
	}
	if u.row.Alone {
		return types
	}
	for i, a := range args {
		if !a.Weak || len(strong) == 0 {
			continue
		}
		d, err := dtype.Result(append(slices.Clone(strong), a)...)
		if err != nil {
			continue
		}
		// A comparison with an integer out of range has an answer, so it is made in dtypes that hold both.
		if v, ok := u.number(i).(int64); ok && compares[u.row.Name] && !holds(d, v) {
			continue
		}
		types[i] = d
	}
	return types
}

var compares = map[string]bool{"equal": true, "not_equal": true, "less": true, "less_equal": true, "greater": true, "greater_equal": true}

// number is the number at place i; nil where an input is.
func (u *Ufunc) number(i int) any {
	if i < len(u.Args) {
		return u.Args[i]
	}
	return nil
}

// inRange refuses an integer that d does not hold.
func inRange(number any, d dtype.DType) error {
	if v, ok := number.(int64); ok && !holds(d, v) {
		return errs.New(errs.Invalid, "Python integer %d out of bounds for %s", v, d)
	}
	return nil
}

// holds reports that d holds v, where d is an integer type.
func holds(d dtype.DType, v int64) bool {
	bits := 8 * d.Size()
	switch {
	case d.IsUint():
		return v >= 0 && (bits == 64 || v < 1<<bits)
	case d.IsInt():
		return bits == 64 || v >= -1<<(bits-1) && v < 1<<(bits-1)
	}
	return true
}

// typed is the loop whose first result is of the dtype asked for; the arguments are cast to it by the
// same_kind rule.
func (u *Ufunc) typed(types []dtype.DType) (basic.Loop, error) {
	l, err := kernel.Resolve(u.row.Name, types...)
	if err == nil && u.Dtype == dtype.Bool && l.Out[0] == dtype.Bool {
		return l, nil // a comparison
	}
	if to, e := kernel.Resolve(u.row.Name, slices.Repeat([]dtype.DType{u.Dtype}, u.row.In)...); e == nil && to.Out[0] == u.Dtype {
		l, err = to, nil
	}
	if err != nil {
		return l, err
	}
	if l.Out[0] != u.Dtype {
		return l, errs.New(errs.Type, "No loop matching the specified signature and casting was found for ufunc %s", errs.Name(u.row.Name))
	}
	return l, nil
}

// rule is how arguments may be cast.
func (u *Ufunc) rule() string {
	if u.Casting == nil {
		return "same_kind"
	}
	return *u.Casting
}

// castable refuses arguments that the rule does not let become what the loop takes. Numbers are settled
// already.
func (u *Ufunc) castable(args []dtype.Arg, types []dtype.DType, l basic.Loop) error {
	rule, err := dtype.ParseCasting(u.rule())
	if err != nil {
		return err
	}
	for i, d := range types {
		if args[i].Weak || dtype.CanCast(d, l.In[i], rule) || rule == dtype.SameKind && !u.Signature.Is && u.Dtype.IsZero() {
			continue
		}
		input := "input"
		if len(types) > 1 {
			input += " " + strconv.Itoa(i)
		}
		return errs.New(errs.Type, "Cannot cast ufunc '%s' %s from %s to %s with casting rule '%s'", errs.Name(u.row.Name), input, chunk.Quote(d), chunk.Quote(l.In[i]), u.rule())
	}
	return nil
}

// signed is the first loop of the dtypes that the signature names.
func (u *Ufunc) signed(types []dtype.DType) (basic.Loop, error) {
	items, _ := chunk.ItemsIn(u.Signature.V)
	want := make([]dtype.DType, len(items))
	for i, d := range items {
		want[i], _ = d.(dtype.DType)
	}
	rule, err := dtype.ParseCasting(u.rule())
	if err != nil {
		return basic.Loop{}, err
	}
	for _, l := range basic.Loops(u.row.Name) {
		fits := true
		for i, d := range slices.Concat(l.In, l.Out) {
			free := want[i].IsZero() && (i >= len(types) || dtype.CanCast(types[i], d, rule))
			fits = fits && (free || want[i] == d)
		}
		if fits {
			return l, nil
		}
	}
	return basic.Loop{}, errs.New(errs.Type, "No loop matching the specified signature and casting was found for ufunc %s", errs.Name(u.row.Name))
}
