package pick

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/kernel/dt"
	"github.com/mars-project/mars-go/op"
)

// Labels select along an axis by label. Exactly one way is used: a slice, one label, a list.
type Labels struct {
	Kind string      // "slice", "label", "list"
	From frame.Label // of a slice, None where it is open; the one label
	To   frame.Label
	Step *int
	List []frame.Label
}

// Every takes one in step rows of a slice.
func (s Labels) Every(step int) Labels { s.Step = &step; return s }

// AllLabels is a slice of everything.
var AllLabels = Labels{Kind: "slice"}

// LabelsOfAny reads what a caller may select by label with: Labels, a list of labels, or one label.
func LabelsOfAny(v any) (Labels, error) {
	switch v := v.(type) {
	case Labels:
		if v.Kind != "bad" {
			return v, nil
		}
	case []any:
		ls := make([]frame.Label, len(v))
		for i, e := range v {
			var ok bool
			if ls[i], ok = frame.LabelOf(e); !ok {
				return Labels{}, errs.In(errs.New(errs.Type, "a %T is no label", e), "unhashable type: a %T is no label", e)
			}
		}
		return Labels{Kind: "list", List: ls}, nil
	case []string, []int, []frame.Label:
		ls, err := schema.LabelsIn([]any{v})
		return Labels{Kind: "list", List: ls}, err
	default:
		if l, ok := frame.LabelOf(v); ok {
			return Labels{Kind: "label", From: l}, nil
		}
	}
	return Labels{}, errs.In(errs.New(errs.Type, "a %T is no label", v), "unhashable type: a %T is no label", v)
}

// all reports a slice of everything.
func (s Labels) all() bool {
	return s.Kind == "slice" && s.From.IsNil() && s.To.IsNil() && (s.Step == nil || *s.Step == 1)
}

// Prefix reports one label of fewer levels than the index has, and how many: it selects rows, which keep the
// other levels.
func (s Labels) Prefix(levels int) (n int, ok bool) {
	return s.From.Len(), s.Kind == "label" && s.From.Len() < levels
}

// question names s in symbols and tokens.
func (s Labels) question() string {
	q := fmt.Sprint("loc", s.Kind, s.From.Repr(), s.To.Repr())
	if s.Step != nil {
		q += fmt.Sprint(*s.Step)
	}
	for _, l := range s.List {
		q += l.Repr() + ","
	}
	return q
}

// normal reads texts as times where an index level holds times. The ends of a slice that goes forward are the
// first and the last time of what they name: to "2012-03" is to the end of March.
func (s Labels) normal(levels []op.Col) (Labels, error) {
	if s.Kind == "" {
		s = AllLabels
	}
	if s.Step != nil && *s.Step == 0 {
		return s, errs.New(errs.Invalid, "slice step cannot be zero")
	}
	if s.Kind == "slice" && len(levels) == 1 {
		for _, l := range []frame.Label{s.From, s.To} {
			if err := comparable(l, levels[0].Is); err != nil {
				return s, err
			}
		}
	}
	if len(levels) != 1 || !levels[0].Is.IsTemporal() {
		return s, nil
	}
	time := func(l frame.Label) frame.Label {
		if text, ok := l.Text(); ok {
			if v, ok := column.ParseTime(text, levels[0].Is); ok {
				return frame.L(v)
			}
		}
		return l
	}
	if s.Kind == "slice" && (s.Step == nil || *s.Step > 0) {
		first, _, from := spanned(s.From, levels[0].Is)
		_, last, to := spanned(s.To, levels[0].Is)
		if from {
			s.From = first
		}
		if to {
			s.To = last
		}
	}
	s.From, s.To, s.List = time(s.From), time(s.To), slices.Clone(s.List)
	for i, l := range s.List {
		s.List[i] = time(l)
	}
	return s, nil
}

// spanned are the first and the last time of the part of time that a text names.
func spanned(l frame.Label, is dtype.DType) (first, last frame.Label, ok bool) {
	text, ok := l.Text()
	if !ok {
		return l, l, false
	}
	s, ok := SpanOf(text, is)
	at := func(t int64) frame.Label { return frame.L(frame.Timestamp{Ticks: t, Unit: is.Unit, TZ: is.TZ}) }
	return at(s.First), at(s.Last), ok
}

// SpanOf is the part of time that a text names among times of a dtype.
func SpanOf(text string, is dtype.DType) (s dt.Span, ok bool) {
	if !is.IsDatetime() {
		return s, false
	}
	var zone *dt.Zone
	if is.TZ != "" {
		var err error
		if zone, err = dt.LoadZone(is.TZ); err != nil {
			return s, false
		}
	}
	return dt.ReadSpan(text, is.Unit, zone)
}

// comparable refuses an end of a slice that has no place among labels of a dtype.
func comparable(l frame.Label, is dtype.DType) error {
	number := l.Kind() == frame.LabelInt || l.Kind() == frame.LabelUint || l.Kind() == frame.LabelFloat
	what := "Index"
	switch {
	case is.IsDatetime() && number:
		what = "DatetimeIndex"
	case is.IsTimedelta() && number:
		what = "TimedeltaIndex"
	case is.IsString() && number, is.IsReal() && l.Kind() == frame.LabelString:
	default:
		return nil
	}
	kind := map[frame.LabelKind]string{frame.LabelFloat: "float", frame.LabelString: "str"}[l.Kind()]
	return errs.New(errs.Type, "cannot do slice indexing on %s with these indexers [%v] of type %s", what, l, cmp.Or(kind, "int"))
}

// wanted are the labels that rows are looked for by.
func (s Labels) wanted() []frame.Label {
	if s.Kind == "label" {
		return []frame.Label{s.From}
	}
	return s.List
}

// places is s on an index that is at hand. Errors: NotFound, in pandas' words.
func (s Labels) places(x *frame.Index) (Places, error) {
	if s.Kind == "slice" {
		lo, hi, err := x.Bounds(s.From, s.To)
		if s.Step != nil && *s.Step < 0 {
			if lo, hi, err = x.Bounds(s.To, s.From); err == nil && lo == 0 {
				return Places{Kind: "slice", Start: new(hi - 1), Step: s.Step}, nil
			}
			lo, hi = hi-1, lo-1
		}
		return Places{Kind: "slice", Start: &lo, Stop: &hi, Step: s.Step}, err
	}
	var at []int
	var missing []frame.Label
	for _, l := range s.wanted() {
		rows := x.Locate(l)
		if rows == nil {
			missing = append(missing, l)
		}
		at = append(at, rows...)
	}
	if missing != nil {
		return Places{}, s.notFound(missing)
	}
	if s.Kind == "label" {
		if len(at) > 1 {
			return Places{}, s.several()
		}
		return Places{Kind: "int", Start: &at[0]}, nil
	}
	return Places{Kind: "list", List: at}, nil
}

func (s Labels) notFound(missing []frame.Label) error {
	if s.Kind == "label" {
		return errs.New(errs.NotFound, "%s", missing[0].Repr())
	}
	text := make([]string, len(missing))
	for i, l := range missing {
		text[i] = l.Repr()
	}
	list := "[" + strings.Join(text, ", ") + "]"
	if len(missing) == len(s.List) {
		return errs.New(errs.NotFound, "None of %s are in the [index]", list)
	}
	return errs.New(errs.NotFound, "%s not in index", list)
}

func (s Labels) several() error {
	return errs.New(errs.Invalid, "several rows are labeled %s: select them with a list of that label", s.From.Repr())
}

// columns are the places of the columns that s selects, and whether they are one column.
func (s Labels) columns(m op.Meta) (at []int, single bool, err error) {
	if s.all() {
		at, err = schema.Compared(m, nil)
		return at, false, err
	}
	if s.Kind == "slice" {
		p, err := s.places(schema.NamesIndex(schema.LabelsOf(m.Cols)))
		if err != nil {
			return nil, false, err
		}
		return p.columnsOf(len(m.Cols))
	}
	_, at, err = schema.Named(m, s.wanted())
	if err == nil && s.Kind == "label" && len(at) != 1 {
		return nil, false, errs.New(errs.Invalid, "%d columns are named %s: select them with a list", len(at), s.From.Repr())
	}
	return at, s.Kind == "label", err
}

// Among are the places of the columns of m that s selects.
func (s Labels) Among(m op.Meta) ([]int, error) {
	at, _, err := s.columns(m)
	return at, err
}

func (p Places) columnsOf(n int) ([]int, bool, error) {
	at, _, err := p.columns(n)
	return at, false, err
}
