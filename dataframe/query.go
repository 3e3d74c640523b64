package dataframe

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/mars-project/mars-go/dataframe/query"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/internal/expr"
	"github.com/mars-project/mars-go/op"
)

// Query keeps the rows where an expression is true: d.Query("a > @low and b in ['x', 'y']",
// dataframe.Vars{"low": 3}). The grammar is pandas': names are columns or levels of the row labels (index
// where they have no name), other names stand in backticks; & and | bind as and and or do; comparisons chain;
// == with a list or text means in; methods and the accessors str and dt are called as in Python. The
// expression becomes the calls that a program would make itself. Errors, with the character that is wrong:
// Invalid for what is no such expression, NotFound for names that are not there, Type for values that do not
// fit.
func (d *DataFrame) Query(expression string, vars ...Vars) *DataFrame {
	d = only(d, vars)
	o := &queryRows{Expr: expression}
	in, err := o.bind(expression, vars)
	if err != nil {
		return FrameOf(bad("dataframe.query", err))
	}
	return FrameOf(apply(o, append([]Handle{d}, in...)...))
}

// Eval is the value of an expression: a *Series of an expression of columns, a *Scalar of one that gives a
// single value. Of assignments, one a line, it is the *DataFrame with these columns set, each seeing those
// before it: d.Eval("c = a + b"). The grammar and errors are Query's.
func (d *DataFrame) Eval(expression string, vars ...Vars) op.Handle {
	d = only(d, vars)
	o := &eval{Expr: expression}
	in, err := o.bind(expression, vars)
	if err != nil {
		return FrameOf(bad("dataframe.eval", err))
	}
	return valued(apply(o, append([]Handle{d}, in...)...))
}

type queryRows struct {
	op.Recipe
	variables
	Expr string
}

type eval struct {
	op.Recipe
	variables
	Expr    string
	Inplace bool // the frame is to hold what is assigned, so something must be
}

func init() {
	const forms = "expr=expression:kwargs kwargs=any"
	op.Register[queryRows](op.Doc{
		Name: "dataframe.query", Like: "pandas.DataFrame.query", Methods: "DataFrame.query", Sig: "query(df, expr, *, inplace=False, **kwargs)", Forms: forms, Gives: "dataframe",
		Summary: `The rows where an expression is true: df.query("a > @low and b in ['x', 'y']")`, Text: "The grammar is pandas'; @name is a variable of the caller, or of local_dict and global_dict.",
	})
	op.Register[eval](op.Doc{
		Name: "dataframe.eval", Like: "pandas.DataFrame.eval", Methods: "DataFrame.eval", Sig: "eval(df, expr, *, inplace=False, **kwargs)", Forms: forms, Gives: "told",
		Summary: "The value of an expression over the columns; with assignments, one a line, the frame with these columns", Text: "The grammar is that of query.",
	})
}

func (o *queryRows) Build(d *DataFrame, locals []Handle) (*DataFrame, error) {
	lines := query.LinesOf(o.Expr)
	if len(lines) != 1 {
		return nil, query.OneLine(lines)
	}
	v, target, err := evaluated(d, lines[0], o.of(locals))
	if err != nil {
		return nil, err
	}
	if target != "" {
		return nil, errs.New(errs.Invalid, "cannot assign without a target object: a query cannot assign: call Eval")
	}
	mask, ok := v.(*Series)
	if !ok {
		return nil, errs.New(errs.NotFound, "boolean label can not be used without a boolean index: a query must tell of each row whether it is kept; %q gives a single value", o.Expr)
	}
	return d.Filter(mask), nil
}

func (o *eval) Build(d *DataFrame, locals []Handle) (Handle, error) {
	lines := query.LinesOf(o.Expr)
	if len(lines) == 0 {
		return nil, query.OneLine(lines)
	}
	vars := o.of(locals)
	for _, line := range lines {
		v, target, err := evaluated(d, line, vars)
		switch {
		case err != nil:
			return nil, err
		case target == "" && len(lines) > 1:
			return nil, errs.New(errs.Invalid, "Multi-line expressions are only valid if all expressions contain an assignment: %q has none", line)
		case target == "" && o.Inplace:
			return nil, errs.New(errs.Invalid, "Cannot operate inplace if there is no assignment")
		case target == "":
			return handleOf(v), nil
		}
		if s, ok := v.(*Scalar); ok {
			v = s.Tensor()
		}
		if d = d.Assign(C{target, v}); d.Err() != nil {
			break
		}
	}
	return d, nil
}

// handleOf is a value as a handle.
func handleOf(v any) Handle {
	switch v := v.(type) {
	case Handle:
		return v
	case []any:
		return NewSeries(v)
	case query.Rows:
		return NewSeries([]any(v))
	}
	return NewSeries([]any{v}).Iat(0)
}

// evaluated is the value of one line, and the name that it is assigned to.
func evaluated(d *DataFrame, source string, vars map[string]any) (v any, target string, err error) {
	s, err := expr.Parse(source)
	if err != nil {
		return nil, "", err
	}
	e := evaluator{d: d, source: source, vars: vars}
	v, err = e.of(s.Value)
	if a, ok := v.(accessor); ok && err == nil {
		err = errs.New(errs.Type, "the accessor %s is no value: call one of its methods", a.name)
	}
	return v, s.Target, err
}

// An evaluator makes values of trees: handles of the graph, accessors, and Go values (single ones, []any,
// rows and unordered).
type evaluator struct {
	d      *DataFrame
	source string
	vars   map[string]any
	placed bool // the error has its place
}

// of is the value of a node. An error that knows no place gets the node's.
func (e *evaluator) of(n expr.Node) (any, error) {
	v, err := e.value(n)
	if h, ok := v.(op.Handle); ok && err == nil {
		err = h.Value().Err()
	}
	if err == nil || e.placed {
		return v, err
	}
	e.placed = true
	where := expr.Where(e.source, n.Place())
	var known *errs.Error
	if !errors.As(err, &known) {
		return nil, errs.Wrap(errs.KindOf(err), err, "at %s", where)
	}
	// the language of expressions is that of pandas
	return nil, errs.At(errs.New(known.Kind, "%s, at %s", cmp.Or(known.Python, known.Msg), where), "", known.Op)
}

func (e *evaluator) value(n expr.Node) (any, error) {
	switch n := n.(type) {
	case expr.Const:
		return n.Value, nil
	case expr.Name:
		return e.name(n)
	case expr.List:
		return e.all(n.Items)
	case expr.Unary:
		x, err := e.of(n.X)
		if err != nil {
			return nil, err
		}
		return unaryOn(n.Op, x)
	case expr.Binary:
		x, err := e.of(n.X)
		if err != nil {
			return nil, err
		}
		y, err := e.of(n.Y)
		if err != nil {
			return nil, err
		}
		return binaryOn(query.Arithmetic[n.Op], x, y)
	case expr.Compare:
		return e.chain(n)
	case expr.Attr:
		x, err := e.of(n.X)
		if err != nil {
			return nil, err
		}
		return e.attribute(x, n.Name)
	case expr.Call:
		return e.call(n)
	case expr.Index:
		return e.index(n)
	}
	return nil, errs.New(errs.Invalid, "a slice stands between brackets only")
}

func (e *evaluator) all(ns []expr.Node) ([]any, error) {
	out := make([]any, len(ns))
	for i, n := range ns {
		v, err := e.of(n)
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return out, nil
}

// name is a variable, a column or the row labels.
func (e *evaluator) name(n expr.Name) (any, error) {
	if n.Local {
		if v, ok := e.vars[n.Name]; ok {
			return v, nil
		}
		return nil, errs.New(errs.NotFound, "local variable '%s' is not defined: give it in Vars", n.Name)
	}
	m := e.d.v.Meta()
	levels := m.Index.Levels
	at := slices.IndexFunc(levels, func(c op.Col) bool { return c.Name.Same(frame.L(n.Name)) })
	if k, ok := strings.CutPrefix(n.Name, "ilevel_"); ok && at < 0 {
		if i, err := strconv.Atoi(k); err == nil && i >= 0 && i < max(len(levels), 1) {
			at = i
		}
	}
	if n.Name == "index" && at < 0 && len(levels) < 2 {
		at = 0
	}
	column := slices.ContainsFunc(m.Cols, func(c op.Col) bool { return c.Name.Same(frame.L(n.Name)) })
	switch {
	case column || at < 0 && m.Open:
		return e.d.Col(n.Name), nil
	case at >= 0 && len(levels) > 1:
		return levelSeries(e.d, at), nil
	case at >= 0:
		return e.d.Index().ToSeries(), nil
	}
	return nil, errs.New(errs.NotFound, "name '%s' is not defined: it is no column; a variable of the program is written @%[1]s", n.Name)
}
