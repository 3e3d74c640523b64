package dataframe

// JoinOptions are the options of DataFrame.Join.
type JoinOptions struct {
	On       any        // label or labels of columns of d that are looked up in the other's index. The default is the index of d
	How      string     // left (the default), right, inner, outer, cross, left_anti, right_anti
	Suffixes *[2]string // of columns that both sides have; the default gives none, so that such columns are an error
	Sort     bool       // order the result by key
	Validate string     // as for Merge
}

// Join is Merge with the index of other: d's rows keep their labels. Options as pandas' DataFrame.join; several others at a time are not
// taken.
func (d *DataFrame) Join(other Handle, o ...JoinOptions) *DataFrame {
	d = only(d, o)
	m := MergeOptions{How: "left", RightIndex: true, LeftIndex: true, Suffixes: &[2]string{}}
	if len(o) > 0 {
		m.LeftOn, m.LeftIndex = o[0].On, o[0].On == nil
		m.Sort, m.Validate = o[0].Sort, o[0].Validate
		if o[0].How != "" {
			m.How = o[0].How
		}
		if o[0].Suffixes != nil {
			m.Suffixes = o[0].Suffixes
		}
	}
	if m.How == "cross" {
		m.LeftIndex, m.RightIndex = false, false
	}
	return d.Merge(other, m)
}
