package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/query"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// bindCall builds the operator of a method called on h, whose arguments go to parameters as its signature
// says. Errors: Type.
func bindCall(def *op.Def, h Handle, args []any, named map[string]any) (any, error) {
	params := def.Sig.Params
	if len(params) > 0 && params[0].Role == op.InputRole {
		params = params[1:] // self
	}
	self := len(def.Sig.Params) - len(params)
	names := make([]string, 0, len(named))
	for k := range named {
		names = append(names, k)
	}
	slices.Sort(names)
	got, err := def.Sig.Bind(len(args)+self, names...)
	if err != nil {
		return nil, err
	}
	o, in, at := def.New(), []Handle{h}, 0
	for _, q := range params {
		for k := range got[q.Name] {
			v, ok := named[q.Name]
			if !ok || k > 0 {
				v, at = args[at], at+1
			}
			if other, ok := v.(Handle); ok {
				if q.Role != op.InputRole && q.Role != op.InputsRole {
					return nil, errs.New(errs.Type, "%s: parameter %s takes no column in an expression", def.Sig.Calls[0], q.Name)
				}
				in = append(in, other)
				continue
			}
			if err := query.Give(o, q, v); err != nil {
				return nil, errs.New(errs.KindOf(err), "%s: parameter %s: %v", def.Sig.Calls[0], q.Name, err)
			}
		}
	}
	return valued(apply(o, in...)), nil
}
