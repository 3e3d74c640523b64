package dataframe

import "github.com/mars-project/mars-go/kernel/group"

// Sum adds the values of every column or, with Axis 1, of every row. Texts are joined.
func (d *DataFrame) Sum(o ...Reduce) *Series { return SeriesOf(reduceBy(group.Sum, d, o)) }

// Sum adds the values of the series. Texts are joined.
func (s *Series) Sum(o ...Reduce) *Scalar { return ScalarOf(reduceBy(group.Sum, s, o)) }

// Prod multiplies the values of every column or, with Axis 1, of every row.
func (d *DataFrame) Prod(o ...Reduce) *Series { return SeriesOf(reduceBy(group.Prod, d, o)) }

// Prod multiplies the values of the series.
func (s *Series) Prod(o ...Reduce) *Scalar { return ScalarOf(reduceBy(group.Prod, s, o)) }

// Min is the least value of every column or, with Axis 1, of every row.
func (d *DataFrame) Min(o ...Reduce) *Series { return SeriesOf(reduceBy(group.Min, d, o)) }

// Min is the least value of the series.
func (s *Series) Min(o ...Reduce) *Scalar { return ScalarOf(reduceBy(group.Min, s, o)) }

// Max is the greatest value of every column or, with Axis 1, of every row.
func (d *DataFrame) Max(o ...Reduce) *Series { return SeriesOf(reduceBy(group.Max, d, o)) }

// Max is the greatest value of the series.
func (s *Series) Max(o ...Reduce) *Scalar { return ScalarOf(reduceBy(group.Max, s, o)) }

// Mean is the average of every column or, with Axis 1, of every row.
func (d *DataFrame) Mean(o ...Reduce) *Series { return SeriesOf(reduceBy(group.Mean, d, o)) }

// Mean is the average of the series.
func (s *Series) Mean(o ...Reduce) *Scalar { return ScalarOf(reduceBy(group.Mean, s, o)) }

// Std is the standard deviation of every column or, with Axis 1, of every row.
func (d *DataFrame) Std(o ...Reduce) *Series { return SeriesOf(reduceBy(group.Std, d, o)) }

// Std is the standard deviation of the series.
func (s *Series) Std(o ...Reduce) *Scalar { return ScalarOf(reduceBy(group.Std, s, o)) }

// Var is the variance of every column or, with Axis 1, of every row.
func (d *DataFrame) Var(o ...Reduce) *Series { return SeriesOf(reduceBy(group.Var, d, o)) }

// Var is the variance of the series.
func (s *Series) Var(o ...Reduce) *Scalar { return ScalarOf(reduceBy(group.Var, s, o)) }

// Sem is the standard error of the mean of every column or, with Axis 1, of every row.
func (d *DataFrame) Sem(o ...Reduce) *Series { return SeriesOf(reduceBy(group.Sem, d, o)) }

// Sem is the standard error of the mean of the series.
func (s *Series) Sem(o ...Reduce) *Scalar { return ScalarOf(reduceBy(group.Sem, s, o)) }

// Any reports whether any value is true of every column or, with Axis 1, of every row.
func (d *DataFrame) Any(o ...Reduce) *Series { return SeriesOf(reduceBy(group.Any, d, o)) }

// Any reports whether any value is true of the series.
func (s *Series) Any(o ...Reduce) *Scalar { return ScalarOf(reduceBy(group.Any, s, o)) }

// All reports whether all values are true of every column or, with Axis 1, of every row.
func (d *DataFrame) All(o ...Reduce) *Series { return SeriesOf(reduceBy(group.All, d, o)) }

// All reports whether all values are true of the series.
func (s *Series) All(o ...Reduce) *Scalar { return ScalarOf(reduceBy(group.All, s, o)) }

// Count is how many values are not missing of every column or, with Axis 1, of every row.
func (d *DataFrame) Count(o ...Reduce) *Series { return SeriesOf(reduceBy(group.Count, d, o)) }

// Count is how many values are not missing of the series.
func (s *Series) Count(o ...Reduce) *Scalar { return ScalarOf(reduceBy(group.Count, s, o)) }
