package expr_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/expr"
)

// show writes a tree with its operators in front.
func show(n expr.Node) string {
	switch n := n.(type) {
	case nil:
		return "_"
	case expr.Const:
		if n.Value == nil {
			return "None"
		}
		if s, ok := n.Value.(string); ok {
			return fmt.Sprintf("%q", s)
		}
		return fmt.Sprint(n.Value)
	case expr.Name:
		if n.Local {
			return "@" + n.Name
		}
		return n.Name
	case expr.List:
		return "[" + list(n.Items) + "]"
	case expr.Unary:
		return "(" + n.Op + " " + show(n.X) + ")"
	case expr.Binary:
		return "(" + n.Op + " " + show(n.X) + " " + show(n.Y) + ")"
	case expr.Compare:
		out := "(" + show(n.First)
		for i, o := range n.Ops {
			out += " " + o + " " + show(n.Rest[i])
		}
		return out + ")"
	case expr.Attr:
		return show(n.X) + "." + n.Name
	case expr.Call:
		args := make([]string, 0, len(n.Args)+len(n.Named))
		for _, a := range n.Args {
			args = append(args, show(a))
		}
		for _, k := range n.Named {
			args = append(args, k.Name+"="+show(k.Value))
		}
		return show(n.Func) + "(" + strings.Join(args, " ") + ")"
	case expr.Index:
		return show(n.X) + "[" + show(n.Key) + "]"
	case expr.Slice:
		return show(n.From) + ":" + show(n.To) + ":" + show(n.Step)
	}
	return fmt.Sprintf("%T", n)
}

func list(ns []expr.Node) string {
	out := make([]string, len(ns))
	for i, n := range ns {
		out[i] = show(n)
	}
	return strings.Join(out, " ")
}

func TestParse(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{"a", "a"},
		{"a + b * c - d", "(- (+ a (* b c)) d)"},
		{"a - b - c", "(- (- a b) c)"},
		{"a / b // c % d", "(% (// (/ a b) c) d)"},
		{"-a ** 2", "(- (** a 2))"},
		{"2 ** -1 ** 2", "(** 2 (- (** 1 2)))"},
		{"a ** b ** c", "(** a (** b c))"},
		{"- - a", "(- (- a))"},
		{"~a > 3", "((~ a) > 3)"},
		{"not a > 3", "(not (a > 3))"},
		{"not a and b", "(and (not a) b)"},
		{"a > 1 & b < 2", "(and (a > 1) (b < 2))"},
		{"a | b & c", "(or a (and b c))"},
		{"a or b and not c or d", "(or (or a (and b (not c))) d)"},
		{"(a | b) & c", "(and (or a b) c)"},
		{"1 < a <= b != c", "(1 < a <= b != c)"},
		{"a in [1, 2] and b not in (3, 4,)", "(and (a in [1 2]) (b not in [3 4]))"},
		{"a == {'x'}", "(a == [\"x\"])"},
		{"not a in b", "(not (a in b))"},
		{"()", "[]"},
		{"(1,)", "[1]"},
		{"(1)", "1"},
		{"[]", "[]"},
		{"[[1], 2]", "[[1] 2]"},
		{"`a b` > @c", "(a b > @c)"},
		{"`x y`.str.len()", "x y.str.len()"},
		{"a.str.contains('x', case=False, na = None)", "a.str.contains(\"x\" case=false na=None)"},
		{"f(1, 2,)(3)[4].g", "f(1 2)(3)[4].g"},
		{"a[1:2]", "a[1:2:_]"},
		{"a[::2]", "a[_:_:2]"},
		{"a[:]", "a[_:_:_]"},
		{"a[1, 2]", "a[[1 2]]"},
		{"a[b > 1]", "a[(b > 1)]"},
		{"a # the rest", "a"},
		{" a\t+\n b ", "(+ a b)"},
		{"größe > 1", "(größe > 1)"},
		{"True & None", "(and true None)"},
		{"1_000 + 0x1F + 0b11 + 0o17 + 007e1 + 00", "(+ (+ (+ (+ (+ 1000 31) 3) 15) 70) 0)"},
		{"1.5 + .5 + 1. + 1e3 + 1E-2 + 2j", "(+ (+ (+ (+ (+ 1.5 0.5) 1) 1000) 0.01) (0+2i))"},
		{"18446744073709551615", "18446744073709551615"},
		{"1e999", "+Inf"},
		{`'a\'b' "c" '\n\x41\u00e9\101\q'`, `"a'bc\nAéA\\q"`},
		{`r'\d' 'x'`, `"\\dx"`},
		{`'''a"b''' == """c'd"""`, `("a\"b" == "c'd")`},
		{"'a#b'", `"a#b"`},
		{"'a & b' and `c & d`", `(and "a & b" c & d)`},
	} {
		s, err := expr.Parse(c.source)
		if err != nil || s.Target != "" || show(s.Value) != c.want {
			t.Errorf("%s: %s to %q, %v, want %s", c.source, show(s.Value), s.Target, err, c.want)
		}
	}
}

func TestParseAssignment(t *testing.T) {
	for source, want := range map[string]string{"c = a + b": "c (+ a b)", "`c d` = 1": "c d 1", "c = a == b": "c (a == b)"} {
		s, err := expr.Parse(source)
		if got := s.Target + " " + show(s.Value); err != nil || got != want {
			t.Errorf("%s: %s, %v, want %s", source, got, err, want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct {
		source string
		at     int // character, from 1
		words  string
	}{
		{"", 1, "a value must stand before the end"},
		{"a >", 4, "a value must stand before the end"},
		{"a > > 3", 5, "a value must stand before '>'"},
		{"a b", 3, "an operator must stand before 'b'"},
		{"é + (a", 7, "')' must stand before the end"},
		{"a)", 2, "an operator must stand before ')'"},
		{"[1, 2", 6, "',' or ']' must stand before the end"},
		{"a + 'xy", 5, "the text is not closed by '"},
		{"a + `xy", 5, "the backtick is not closed"},
		{"a > @", 5, "the name of a variable must follow @"},
		{"a > @ b", 5, "the name of a variable must follow @"},
		{"a ^ b", 3, "'^' is not supported in expressions"},
		{"a << 1", 3, "'<<' is not supported in expressions"},
		{"a is None", 3, "'is' is not supported; compare with =="},
		{"lambda: 1", 1, "'Lambda' nodes are not implemented"},
		{"a if b else c", 3, "'IfExp' nodes are not implemented"},
		{"a += 1", 3, "'+=' is not supported; write name = name + value"},
		{"a = b = c", 7, "one name is assigned to at a time"},
		{"a + 1 = b", 3, "only a single name can be assigned to"},
		{"@a = b", 1, "only a single name can be assigned to"},
		{"a, b", 2, "one expression at a time"},
		{"f(a=1, b)", 8, "an argument without a name cannot follow one with a name"},
		{"f(a b)", 5, "',' or ')' must stand before 'b'"},
		{"a.1", 2, "an operator must stand before '.1'"},
		{"a . + b", 5, "the name of an attribute must follow '.', not '+'"},
		{"1x", 1, "1x is no number"},
		{"1__0", 1, "1__0 is no number"},
		{"012", 1, "leading zeros are not permitted; an octal number is written 0o12"},
		{"99999999999999999999", 1, "is too large for 64 bits"},
		{"a ? b", 3, "the character '?' cannot stand here; a column whose name holds it is written in backticks"},
		{"b'x'", 1, "texts with the prefix b are not supported"},
		{`'\x4'`, 2, "the escape is not complete"},
		{"a[]", 3, "a value must stand in the brackets"},
		{strings.Repeat("(", 500), 201, "nests deeper than 200"},
		{strings.Repeat("not ", 500), 801, "nests deeper than 200"},
	} {
		_, err := expr.Parse(c.source)
		if place := fmt.Sprintf("at character %d of ", c.at); !errs.Is(err, errs.Invalid) || !strings.Contains(err.Error(), c.words) || !strings.Contains(err.Error(), place) {
			t.Errorf("%.40s: %v\nwant %s, %s", c.source, err, c.words, place)
		}
	}
}

// FuzzParse: no source makes it panic or run for long, and every error tells its place.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"a > 3 and b in ['x']", "c = `a b` ** -2.5e3j", "x.str.f(1, k='\\n')[1::2]", "not ~@v | (1,) < {2} != \"\"\"q\"\"\" # c", "0x_f + 1_0", "\xff@"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		st, err := expr.Parse(s)
		if err != nil {
			if !errs.Is(err, errs.Invalid) || !strings.Contains(err.Error(), "at character ") {
				t.Fatalf("%q: %v", s, err)
			}
			return
		}
		if st.Value == nil {
			t.Fatalf("%q: no value", s)
		}
		show(st.Value)
	})
}
