package op_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/mars-project/mars-go/op"
)

type (
	ruledA struct{ op.Operand }
	ruledB struct{ op.Operand }
)

// A rule of one operand is looked at for that one alone, one of any for all, in the order in which they were
// registered, also those that come later.
func TestRulesOfAnOperand(t *testing.T) {
	names := func(o op.Operand) (out []string) {
		for _, r := range op.Rules(o) {
			if len(r.Name) > 5 && r.Name[:5] == "test:" {
				out = append(out, r.Name[5:])
			}
		}
		return out
	}
	try := func(*op.Node, op.Uses) (op.Value, bool) { return op.Value{}, false }
	op.AddRule(op.Rule{Name: "test:a", Of: reflect.TypeFor[*ruledA](), Try: try})
	op.AddRule(op.Rule{Name: "test:any", Try: try})
	if got := names(&ruledB{}); !slices.Equal(got, []string{"any"}) {
		t.Errorf("of b: %v", got)
	}
	op.AddRule(op.Rule{Name: "test:b", Of: reflect.TypeFor[*ruledB](), Try: try})
	if got := names(&ruledB{}); !slices.Equal(got, []string{"any", "b"}) {
		t.Errorf("of b, when it had got one: %v", got)
	}
	if got := names(&ruledA{}); !slices.Equal(got, []string{"a", "any"}) {
		t.Errorf("of a: %v", got)
	}
}
