package lint

// Check applies every rule to r.
func Check(r *Repo, fl Floors) ([]Problem, error) {
	ps := append(CheckFloors(r, fl), CheckDocs(r, fl)...)
	for _, rule := range []func() ([]Problem, error){
		func() ([]Problem, error) { return CheckFiles(r) },
		func() ([]Problem, error) { return CheckLinks(r) },
		func() ([]Problem, error) { return CheckColumns(r) },
		func() ([]Problem, error) { return CheckSkips(r) },
		func() ([]Problem, error) { return CheckPurity(r, fl) },
		func() ([]Problem, error) { return CheckState(r) },
		func() ([]Problem, error) { return CheckCasts(r) },
		func() ([]Problem, error) { return CheckOperators(r) },
		func() ([]Problem, error) { return CheckSnippets(r) },
	} {
		more, err := rule()
		if err != nil {
			return nil, err
		}
		ps = append(ps, more...)
	}
	return ps, nil
}
