package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// caseWhen is the replacement of the first condition that is true, else the value.
type caseWhen struct {
	op.Recipe
	Caselist op.Written
}

// chosenBy is the choice of the first condition that is true, else the default, under the labels of the first
// condition.
type chosenBy struct {
	op.Recipe
	Conditions, Choices, Default op.Written
}

func init() {
	op.Register[caseWhen](op.Doc{
		Name: "dataframe.Series.case_when", Like: "pandas.Series.case_when", Methods: "Series.case_when", Sig: "case_when(series, caselist)",
		Summary: "The replacement of the first condition that is true, else the value", Text: "Conditions and replacements meet rows by label where they have labels, else by place.",
	})
	op.Register[chosenBy](op.Doc{
		Name: "dataframe.chosen_by", Sig: "chosen_by(conditions, choices, default=0)", Gives: "series", Summary: "The choice of the first condition that is true, else the default",
		Text: "It is numpy.select of what no tensor holds: a series under the labels of the first condition.",
	})
}

func (o *caseWhen) Build(s *Series, more []Handle) (Handle, error) {
	cases, ok := meant(o.Caselist, 1, more).(op.List)
	switch {
	case !ok:
		return nil, errs.New(errs.Type, "The caselist argument should be a list; instead got %s", classOf(o.Caselist.V))
	case len(cases) == 0:
		return nil, errs.New(errs.Invalid, "provide at least one boolean condition, with a corresponding replacement.")
	}
	var conditions, choices []any
	for i, c := range cases {
		pair, ok := c.(op.Tuple)
		if !ok {
			return nil, errs.New(errs.Type, "Argument %d must be a tuple; instead got %s.", i, classOf(c))
		}
		if len(pair) != 2 {
			return nil, errs.New(errs.Invalid, "Argument %d must have length 2; a condition and replacement; instead got length %d.", i, len(pair))
		}
		conditions, choices = append(conditions, pair[0]), append(choices, pair[1])
	}
	return firstOf(s, conditions, choices)
}

// firstOf is the choice of the first condition that is true, else the value of h.
func firstOf(h Handle, conditions, choices []any) (Handle, error) {
	var err error
	for i, c := range slices.Backward(conditions) {
		w := &whereWritten{Cond: op.Written{V: c, Is: true}, Other: op.Written{V: choices[i], Is: true}, row: "mask"}
		if h, err = w.Build(h, nil); err != nil {
			return nil, err
		}
	}
	return h, nil
}

func (o *chosenBy) Build(in []Handle) (Handle, error) {
	conditions, _ := inList(meant(o.Conditions, 0, in))
	choices, _ := inList(meant(o.Choices, 0, in))
	if len(conditions) == 0 || len(conditions) != len(choices) {
		return nil, errs.New(errs.Invalid, "list of cases must be same length as list of conditions")
	}
	var first *Series
	var err error
	switch c := conditions[0].(type) {
	case op.List:
		first, err = listedSeries(c)
	case Handle:
		first, err = vectorOf(c)
	default:
		err = errs.New(errs.Type, "invalid entry 0 in condlist: should be boolean ndarray")
	}
	if err != nil {
		return nil, err
	}
	d, err := first.ToFrame("if").with(frame.L("else"), meant(o.Default, 0, in))
	if err != nil {
		return nil, err
	}
	return firstOf(d.Col("else").Rename(nil), conditions, choices)
}
