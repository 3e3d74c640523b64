package special

// A Function is one of the package with its bound.
type Function struct {
	Name  string
	Args  int
	Bound float64 // units of the last place
	Least float64 // units are those of values of at least this size: not 0 where the function crosses zero
	one   func(float64) float64
	two   func(a, b float64) float64
	three func(a, b, c float64) float64
}

var all = []Function{
	{Name: "erf", Args: 1, Bound: 1, one: Erf},
	{Name: "erfc", Args: 1, Bound: 6, one: Erfc},
	{Name: "erfinv", Args: 1, Bound: 4, one: Erfinv},
	{Name: "gamma", Args: 1, Bound: 8, one: Gamma},
	{Name: "gammaln", Args: 1, Bound: 32, Least: 1, one: Gammaln},
	{Name: "digamma", Args: 1, Bound: 16, Least: 1, one: Digamma},
	{Name: "j0", Args: 1, Bound: 4, Least: 1, one: J0},
	{Name: "j1", Args: 1, Bound: 4, Least: 1, one: J1},
	{Name: "y0", Args: 1, Bound: 6, Least: 1, one: Y0},
	{Name: "y1", Args: 1, Bound: 6, Least: 1, one: Y1},
	{Name: "i0", Args: 1, Bound: 16, one: I0},
	{Name: "i0e", Args: 1, Bound: 16, one: I0e},
	{Name: "i1", Args: 1, Bound: 16, one: I1},
	{Name: "i1e", Args: 1, Bound: 16, one: I1e},
	{Name: "k0", Args: 1, Bound: 8, one: K0},
	{Name: "k0e", Args: 1, Bound: 8, one: K0e},
	{Name: "k1", Args: 1, Bound: 8, one: K1},
	{Name: "k1e", Args: 1, Bound: 8, one: K1e},
	{Name: "beta", Args: 2, Bound: 100, two: Beta},
	{Name: "betaln", Args: 2, Bound: 24, Least: 1, two: Betaln},
	{Name: "gammainc", Args: 2, Bound: 500, two: Gammainc},
	{Name: "gammaincc", Args: 2, Bound: 500, two: Gammaincc},
	{Name: "betainc", Args: 3, Bound: 1000, three: Betainc},
}

// All lists the functions.
func All() []Function { return append([]Function(nil), all...) }

// Lookup is the function of a name, nil for none.
func Lookup(name string) *Function {
	for i := range all {
		if all[i].Name == name {
			return &all[i]
		}
	}
	return nil
}

// Loop writes the function of the elements of in, one slice for each argument, to out, which may be one of
// them. All are of the length of out.
func (f *Function) Loop(out []float64, in ...[]float64) {
	switch f.Args {
	case 1:
		for i, x := range in[0][:len(out)] {
			out[i] = f.one(x)
		}
	case 2:
		a, b := in[0][:len(out)], in[1][:len(out)]
		for i := range out {
			out[i] = f.two(a[i], b[i])
		}
	default:
		a, b, c := in[0][:len(out)], in[1][:len(out)], in[2][:len(out)]
		for i := range out {
			out[i] = f.three(a[i], b[i], c[i])
		}
	}
}
