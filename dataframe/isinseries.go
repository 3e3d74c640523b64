package dataframe

import "github.com/mars-project/mars-go/dataframe/merge"

// IsInSeries tells which elements are among the values of another series, of the same dtype: a semi-join, in
// which the values stay where they are. A missing value matches what is missing. Errors: Type for dtypes that
// differ, or are nullable, categories or objects.
func (s *Series) IsInSeries(values *Series) *Series {
	return SeriesOf(apply(&merge.IsIn{}, s, values))
}
