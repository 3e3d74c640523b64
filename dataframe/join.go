package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// JoinOptions are the options of DataFrame.Join.
type JoinOptions struct {
	On       any        // label or labels of columns of d that are looked up in the other's index. The default is the index of d
	How      string     // left (the default), right, inner, outer, cross, left_anti, right_anti
	Suffixes *[2]string // of columns that both sides have; the default gives none, so that such columns are an error
	Sort     bool       // order the result by key
	Validate string     // as for Merge
}

// Join is Merge with the index of other: d's rows keep their labels. Indexes of several levels meet by the
// names that both have. Options as pandas' DataFrame.join.
func (d *DataFrame) Join(other Handle, o ...JoinOptions) *DataFrame {
	d = only(d, o)
	j := &joinWritten{How: "left"}
	if len(o) > 0 {
		j.Sort, j.Validate = o[0].Sort, o[0].Validate
		if o[0].On != nil {
			j.On = op.WrittenOf(o[0].On)
			if ls, ok := o[0].On.([]string); ok {
				j.On = op.WrittenOf(op.List(anys(ls)))
			}
		}
		if o[0].How != "" {
			j.How = o[0].How
		}
		if s := o[0].Suffixes; s != nil {
			j.Lsuffix, j.Rsuffix = s[0], s[1]
		}
	}
	j.Other = []op.Ref{op.In(1)}
	return FrameOf(apply(j, d, other))
}

// joinWritten is the columns of other frames beside those of the first, met by row labels.
type joinWritten struct {
	op.Recipe
	Other            []op.Ref
	On               op.Written
	How              string
	Lsuffix, Rsuffix string
	Sort             bool
	Validate         string
	Suffixes         *[2]string // both
}

// joinMany is the join of several: labels that are unique meet all at once.
type joinMany struct {
	op.Deferred
	Other    []op.Ref
	How      string
	Sort     bool
	Validate string
}

func init() {
	op.Register[joinWritten](op.Doc{
		Name: "dataframe.join", Like: "pandas.DataFrame.join", Methods: "DataFrame.join", Gives: "dataframe", Forms: "other=in:several on=plain suffixes=suffixes",
		Sig:     "join(df, other, on=None, how='left', lsuffix='', rsuffix='', sort=False, validate=None, *, suffixes=<no_default>)",
		Summary: "Columns of another frame, or of a list of them, met by row labels", Text: "Levels of several meet by name.",
	})
	op.Register[joinMany](op.Doc{
		Name: "dataframe.join_many", Face: "inner", Gives: "dataframe", Sig: "join_many(df, other, how='left', sort=False, validate=None)", Summary: "Columns of several frames, met by row labels",
	})
}

func (o *joinWritten) Build(d *DataFrame, others []Handle) (*DataFrame, error) {
	if len(others) != 1 {
		switch {
		case o.On.V != nil:
			return nil, errs.New(errs.Invalid, "Joining multiple DataFrames only supported for joining on index")
		case o.Lsuffix != "" || o.Rsuffix != "" || o.Suffixes != nil:
			return nil, errs.New(errs.Invalid, "Suffixes not supported when joining multiple DataFrames")
		}
		m := &joinMany{How: o.How, Sort: o.Sort, Validate: o.Validate}
		for i := range others {
			m.Other = append(m.Other, op.In(i+1))
		}
		return FrameOf(apply(m, append([]Handle{d}, others...)...)), nil
	}
	right := named(others[0])
	m := MergeOptions{How: o.How, Sort: o.Sort, Validate: o.Validate, Suffixes: &[2]string{o.Lsuffix, o.Rsuffix}}
	if o.Suffixes != nil {
		m.Suffixes = o.Suffixes
	}
	if o.On.V != nil {
		on, err := labelsWritten(o.On.V)
		if err != nil {
			return nil, err
		}
		if m.LeftOn, m.RightIndex = on, true; o.How == "cross" {
			m.On, m.LeftOn, m.RightIndex = on, nil, false
		}
		return d.Merge(right, m), nil
	}
	if o.How != "cross" {
		if r, ok, err := joinLevels(d, right, m); ok || err != nil {
			return r, err
		}
		m.LeftIndex, m.RightIndex = true, true
	}
	return d.Merge(right, m), nil
}

// joinLevels is the join of frames whose indexes have some of their levels in common; false where labels meet
// whole. The result has the levels of the left index and those that only the right one has; of a right join
// the other way about.
func joinLevels(d *DataFrame, other Handle, m MergeOptions) (*DataFrame, bool, error) {
	right := FrameOf(other.Value())
	ours, theirs := schema.LabelsOf(d.Value().Meta().Index.Levels), schema.LabelsOf(right.Value().Meta().Index.Levels)
	missing := slices.ContainsFunc(ours, frame.Label.IsNil) || slices.ContainsFunc(theirs, frame.Label.IsNil)
	mine, others := labelsWithout(ours, theirs), labelsWithout(theirs, ours)
	if len(ours) < 2 && len(theirs) < 2 || missing || len(mine)+len(others) == 0 {
		return nil, false, nil
	}
	both := labelsAmong(ours, theirs)
	if len(both) == 0 {
		return nil, false, errs.New(errs.Invalid, "cannot join with no overlapping index names")
	}
	m.On = levelColumns(both)
	out := flatLevels(d, ours).Merge(flatLevels(right, theirs), m)
	order := append(slices.Clone(ours), others...)
	switch {
	case len(ours) == 1:
		order = theirs
	case len(theirs) == 1:
		order = ours
	case m.How == "right":
		order = append(slices.Clone(theirs), mine...)
	}
	return out.SetIndex(labelsAny(levelColumns(order))...).RenameAxis(labelsAny(order)...), true, nil
}

// flatLevels is a frame with its levels as columns.
func flatLevels(d *DataFrame, names []frame.Label) *DataFrame {
	return d.RenameAxis(labelsAny(levelColumns(names))...).ResetIndex()
}

// levelColumns label levels while they are columns.
func levelColumns(names []frame.Label) []frame.Label {
	out := make([]frame.Label, len(names))
	for i, n := range names {
		out[i] = frame.L("_mars_level_of_" + n.String())
	}
	return out
}

// Infer leaves the columns to the data.
func (o *joinMany) Infer(in []op.Meta) ([]op.Meta, error) {
	m := op.NewFrame(op.Sym("join", in...), in[0].Index.Derive("join", in...))
	m.Open = true
	return []op.Meta{m}, nil
}

func (o *joinMany) Build(a *op.Asker, d *DataFrame, others []Handle) (*DataFrame, error) {
	all := []Handle{d}
	for _, h := range others {
		all = append(all, named(h))
	}
	if slices.Contains([]string{"left", "inner", "outer"}, o.How) {
		twice := make([]*Scalar, len(all))
		for i, h := range all {
			twice[i] = levelTable(h).Duplicated().Any()
			if err := a.Need(op.Values, twice[i]); err != nil && i == len(all)-1 {
				return nil, err
			}
		}
		if !slices.ContainsFunc(twice, func(s *Scalar) bool { return fetchedBool(a.Value(s)) }) {
			how := map[bool]string{true: "inner", false: "outer"}[o.How == "inner"]
			out := Concat(all, Concats{Axis: 1, Join: how, Sort: o.Sort})
			if o.How == "left" {
				out = out.Reindex(d.Index())
			}
			return out, nil
		}
	}
	out := d
	for _, h := range all[1:] {
		out = out.Join(h, JoinOptions{How: o.How, Sort: o.Sort, Validate: o.Validate})
	}
	return out, nil
}
