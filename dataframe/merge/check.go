package merge

import (
	"fmt"
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/join"
	"github.com/mars-project/mars-go/op"
)

// checkArgs refuses combinations of arguments, in pandas' words.
func (o *Merge) checkArgs(how join.How, in []op.Meta) error {
	on, l, r := o.On != nil, o.LeftOn != nil, o.RightOn != nil
	say := ""
	switch {
	case how == join.Semi, how == join.LeftAnti, how == join.RightAnti:
		say = "an operator of how='" + o.How + "' is a join whose indicator is filtered"
	case how == join.Cross:
		if on || l || r || o.LeftIndex || o.RightIndex {
			say = "Can not pass on, right_on, left_on or set right_index=True or left_index=True"
		}
		if o.Sort || o.Validate != "" {
			break
		}
	case !on && !l && !r && o.LeftIndex != o.RightIndex:
		say = "Must pass left_on or left_index=True"
		if o.LeftIndex {
			say = "Must pass right_on or right_index=True"
		}
	case on && (l || r):
		say = `Can only pass argument "on" OR "left_on" and "right_on", not a combination of both.`
	case on && (o.LeftIndex || o.RightIndex):
		say = `Can only pass argument "on" OR "left_index" and "right_index", not a combination of both.`
	case l && o.LeftIndex:
		say = `Can only pass argument "left_on" OR "left_index" not both.`
	case l && !o.RightIndex && !r:
		say = `Must pass "right_on" OR "right_index".`
	case r && o.RightIndex:
		say = `Can only pass argument "right_on" OR "right_index" not both.`
	case r && !o.LeftIndex && !l:
		say = `Must pass "left_on" OR "left_index".`
	case l && o.RightIndex && len(o.LeftOn) != len(in[1].Index.Levels):
		say = `len(left_on) must equal the number of levels in the index of "right"`
	case r && o.LeftIndex && len(o.RightOn) != len(in[0].Index.Levels):
		say = `len(right_on) must equal the number of levels in the index of "left"`
	case on && len(o.On) == 0, l && len(o.LeftOn) == 0, r && len(o.RightOn) == 0:
		say = "an empty list of keys: give some"
	case l && r && len(o.LeftOn) != len(o.RightOn):
		say = "len(right_on) must equal len(left_on)"
	case !slices.Contains([]string{"", "one_to_one", "1:1", "one_to_many", "1:m", "many_to_one", "m:1", "many_to_many", "m:m"}, o.Validate):
		say = fmt.Sprintf("%q is not a valid argument. Valid arguments are:\n- \"1:1\"\n- \"1:m\"\n- \"m:1\"\n- \"m:m\"\n- \"one_to_one\"\n"+
			"- \"one_to_many\"\n- \"many_to_one\"\n- \"many_to_many\"", o.Validate)
	}
	if say != "" {
		return errs.New(errs.Invalid, "%s", errs.Phrase(say))
	}
	return nil
}

// indicate adds the column that tells the side of every row.
func (o *Merge) indicate(p *Plan, in []op.Meta) error {
	name := ""
	switch v := o.Indicator.(type) {
	case bool:
		if v {
			name = "_merge"
		}
	case string:
		name = v
	case nil:
	default:
		return errs.New(errs.Invalid, "indicator option can only accept boolean or string arguments")
	}
	if name == "" {
		return nil
	}
	for _, m := range in {
		if m.Find(frame.L(name)) >= 0 {
			return errs.New(errs.Invalid, "Cannot use name of an existing column for indicator column")
		}
	}
	p.Cols = append(p.Cols, Col{Name: frame.L(name), From: fromIndicator, Typ: op.T(dtype.Categorical)})
	return nil
}
