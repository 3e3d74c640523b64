package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// CorrOptions are the options of Corr and Cov.
type CorrOptions struct {
	Method      string // of Corr: pearson (the default), spearman or kendall
	MinPeriods  int    // pairs of columns with fewer rows that have both have none
	Ddof        *int   // of Cov: the divisor is the number of rows less this; 1 by default
	NumericOnly bool
}

// Corr is the correlation of every pair of columns, over the rows that have both.
func (d *DataFrame) Corr(o ...CorrOptions) *DataFrame {
	d = only(d, o)
	p := one(o)
	return FrameOf(apply(&corr{Method: methodOf(p.Method), MinPeriods: &p.MinPeriods, NumericOnly: p.NumericOnly}, d))
}

// Corr is the correlation with another series, over the rows that both have.
func (s *Series) Corr(other *Series, o ...CorrOptions) *Scalar {
	s = only(s, o)
	p := one(o)
	return ScalarOf(apply(&seriesCorr{Method: methodOf(p.Method), MinPeriods: p.MinPeriods}, s, other))
}

// Cov is the covariance of every pair of columns, over the rows that have both.
func (d *DataFrame) Cov(o ...CorrOptions) *DataFrame {
	d = only(d, o)
	p := one(o)
	return FrameOf(apply(&cov{MinPeriods: p.MinPeriods, Ddof: p.Ddof, NumericOnly: p.NumericOnly}, d))
}

// Cov is the covariance with another series, over the rows that both have.
func (s *Series) Cov(other *Series, o ...CorrOptions) *Scalar {
	s = only(s, o)
	p := one(o)
	return ScalarOf(apply(&seriesCov{MinPeriods: p.MinPeriods, Ddof: p.Ddof}, s, other))
}

// Autocorr is the correlation of a series with itself lag rows before.
func (s *Series) Autocorr(lag int) *Scalar { return ScalarOf(apply(&autocorr{Lag: &lag}, s)) }

func methodOf(m string) string {
	if m == "" {
		return "pearson"
	}
	return m
}

type corr struct {
	op.Recipe   `known:"columns"`
	Method      string
	MinPeriods  *int
	NumericOnly bool
}

type seriesCorr struct {
	op.Recipe  `known:"columns 0 1"`
	Method     string
	MinPeriods int
}

type cov struct {
	op.Recipe   `known:"columns"`
	MinPeriods  int
	Ddof        *int
	NumericOnly bool
}

type seriesCov struct {
	op.Recipe  `known:"columns 0 1"`
	MinPeriods int
	Ddof       *int
}

type autocorr struct {
	op.Recipe `known:"columns"`
	Lag       *int
}

func init() {
	const notes = "Moments of pairs are taken about the middle of each column; kendall counts pairs of rows, in one chunk."
	op.Register[corr](op.Doc{
		Name: "dataframe.DataFrame.corr", Like: "pandas.DataFrame.corr", Methods: "DataFrame.corr", Summary: "Correlation of columns", Notes: notes,
		Sig: "corr(df, method='pearson', min_periods=1, numeric_only=False)", Forms: "method=among:pearson,kendall,spearman",
	})
	op.Register[seriesCorr](op.Doc{
		Name: "dataframe.Series.corr", Like: "pandas.Series.corr", Methods: "Series.corr", Gives: "tensor", Summary: "Correlation of two series", Notes: notes,
		Sig: "corr(series, other, method='pearson', min_periods=None)", Forms: "method=among:pearson,kendall,spearman",
	})
	op.Register[cov](op.Doc{
		Name: "dataframe.DataFrame.cov", Like: "pandas.DataFrame.cov", Methods: "DataFrame.cov", Summary: "Covariance of columns", Notes: "Where a value is missing ddof is 1, as in pandas.",
		Sig: "cov(df, min_periods=None, ddof=1, numeric_only=False)",
	})
	op.Register[seriesCov](op.Doc{
		Name: "dataframe.Series.cov", Like: "pandas.Series.cov", Methods: "Series.cov", Gives: "tensor", Summary: "Covariance of two series",
		Sig: "cov(series, other, min_periods=None, ddof=1)",
	})
	op.Register[autocorr](op.Doc{
		Name: "dataframe.Series.autocorr", Like: "pandas.Series.autocorr", Methods: "Series.autocorr", Gives: "tensor",
		Summary: "Correlation of a series with itself some rows before", Sig: "autocorr(series, lag=1)",
	})
}

func (o *corr) Build(d *DataFrame) (*DataFrame, error) {
	d = d.numbers(o.NumericOnly)
	switch o.Method {
	case "spearman":
		return o.spearman(d)
	case "kendall":
		t, err := kendallOf(d, *o.MinPeriods)
		if err != nil {
			return nil, err
		}
		return table(d, t), nil
	}
	p, err := pairsOf(d, o.Method)
	if err != nil {
		return nil, err
	}
	return table(d, p.correlation(max(1, *o.MinPeriods))), nil
}

func (o *cov) Build(d *DataFrame) (*DataFrame, error) {
	d = d.numbers(o.NumericOnly)
	p, err := pairsOf(d, "pearson")
	if err != nil {
		return nil, err
	}
	ddof := tensor.Where(p.all, float64(*o.Ddof), 1.0)
	return table(d, p.covariance(max(1, o.MinPeriods), ddof)), nil
}

func (o *seriesCorr) Build(a, b *Series) (*tensor.Tensor, error) {
	if o.Method == "kendall" {
		t, err := kendallOf(beside(a, b), o.MinPeriods)
		if err != nil {
			return nil, err
		}
		return t.Get(tensor.At(0), tensor.At(1)), nil
	}
	p, err := pairsOf(beside(a, b), o.Method)
	if err != nil {
		return nil, err
	}
	return p.correlation(max(1, o.MinPeriods)).Get(tensor.At(0), tensor.At(1)), nil
}

func (o *seriesCov) Build(a, b *Series) (*tensor.Tensor, error) {
	p, err := pairsOf(beside(a, b), "pearson")
	if err != nil {
		return nil, err
	}
	return p.covariance(max(1, o.MinPeriods), float64(*o.Ddof)).Get(tensor.At(0), tensor.At(1)), nil
}

func (o *autocorr) Build(s *Series) (*tensor.Tensor, error) {
	d := s.ToFrame(0).Assign(C{1, s.Shift(ShiftOptions{Periods: o.Lag})})
	p, err := pairsOf(d, "pearson")
	if err != nil {
		return nil, err
	}
	return p.correlation(1).Get(tensor.At(0), tensor.At(1)), nil
}

// beside are the rows that two series both have, as a frame.
func beside(a, b *Series) *DataFrame {
	return Concat([]Handle{a.Rename("a"), b.Rename("b")}, Concats{Axis: 1, Join: "inner"})
}

// coMoments are the moments of all pairs of columns, over the rows that have both: matrices.
type coMoments struct {
	all               *tensor.Tensor // whether no value is missing
	n, sum, square, m *tensor.Tensor // rows; of column i over the rows of j the sum and the sum of squares; sums of products
}

func pairsOf(d *DataFrame, method string) (*coMoments, error) {
	if err := numeric(d); err != nil {
		return nil, err
	}
	switch method {
	case "pearson":
	case "spearman":
		d = d.AsType(dtype.Float64).DropNA().Rank()
	default:
		return nil, errs.New(errs.Invalid, "method must be either 'pearson', 'spearman', 'kendall', or a callable, '%s' was supplied", method)
	}
	d = d.AsType(dtype.Float64)
	x := d.ToTensor()
	there := tensor.Isfinite(x)
	// About the middle between least and greatest value, equal values are exactly 0.
	middle := d.Min().Add(d.Max()).Div(2).ToTensor()
	middle = tensor.Where(tensor.Isfinite(middle), middle, 0.0)
	x = tensor.Where(there, tensor.Subtract(x, middle), 0.0)
	is := tensor.AsType(there, dtype.Float64)
	return &coMoments{all: tensor.All(there), n: tensor.Matmul(is.T(), is), sum: tensor.Matmul(x.T(), is), square: tensor.Matmul(tensor.Square(x).T(), is), m: tensor.Matmul(x.T(), x)}, nil
}

// numeric refuses a frame some of whose columns are no numbers.
func numeric(d *DataFrame) error {
	for _, c := range colsOf(d) {
		if !c.Is.IsReal() && !c.Is.IsBool() && !c.Is.IsObject() {
			return errs.New(errs.Invalid, "could not convert a column of dtype %s to float: %s", c.Is, c.Name.Repr())
		}
	}
	return nil
}

// kendallOf are the rank correlations of all pairs of columns.
func kendallOf(d *DataFrame, least int) (*tensor.Tensor, error) {
	if err := numeric(d); err != nil {
		return nil, err
	}
	return tensor.Kendall(d.AsType(dtype.Float64).ToTensor(), max(1, least)), nil
}

// products are the sums of products about the means of the pairs.
func (p *coMoments) products() *tensor.Tensor {
	return tensor.Subtract(p.m, tensor.Divide(tensor.Multiply(p.sum, p.sum.T()), p.n))
}

func (p *coMoments) covariance(least int, ddof any) *tensor.Tensor {
	of := tensor.Subtract(p.n, ddof)
	bad := tensor.LogicalOr(tensor.Less(p.n, float64(least)), tensor.Less(of, 1.0))
	return tensor.Where(bad, chunk.Nan, tensor.Divide(p.products(), of))
}

func (p *coMoments) correlation(least int) *tensor.Tensor {
	v := tensor.Subtract(p.square, tensor.Divide(tensor.Square(p.sum), p.n))
	v = tensor.Where(tensor.Less(v, tensor.Multiply(p.square, 4*epsilon)), 0.0, v) // what rounding leaves of equal values
	r := tensor.Clip(tensor.Divide(p.products(), tensor.Sqrt(tensor.Multiply(v, v.T()))), -1.0, 1.0)
	bad := tensor.LogicalOr(tensor.Less(p.n, float64(least)), tensor.Equal(tensor.Multiply(v, v.T()), 0.0))
	return tensor.Where(bad, chunk.Nan, r)
}

// spearman ranks every pair of columns over the rows that have both.
func (o *corr) spearman(d *DataFrame) (*DataFrame, error) {
	n := len(colsOf(d))
	cells := make([]*tensor.Tensor, n*n)
	for i := range n {
		for j := range i + 1 {
			p, err := pairsOf(d.Iloc(pick.AllPlaces, []int{i, j}).labeled(frame.Labels(0, 1)), o.Method)
			if err != nil {
				return nil, err
			}
			c := p.correlation(max(1, *o.MinPeriods)).Get(tensor.At(0), tensor.At(1))
			cells[i*n+j], cells[j*n+i] = c, c
		}
	}
	if n == 0 {
		return d.Head(0), nil
	}
	return table(d, tensor.Reshape(tensor.Stack(cells, 0), n, n)), nil
}

// table is a matrix of pairs as a frame labeled by the columns on both sides.
func table(d *DataFrame, t *tensor.Tensor) *DataFrame {
	out := FromTensor(t).labeled(d.Columns()).underLabels(d.Columns())
	if names := anys(d.Value().Meta().Axis); len(names) > 0 {
		out = out.RenameColumnAxis(names...).RenameAxis(names...)
	}
	return out
}
