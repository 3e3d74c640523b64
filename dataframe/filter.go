package dataframe

import "github.com/mars-project/mars-go/dataframe/pick"

// Filter keeps the rows where a bool series is true: df[mask]. A missing value of a nullable mask is not
// true. The mask of another index is met by labels, which must all be there; a vector of bools is met by
// place. Errors: Type for a mask that is not bool, Invalid for one that lacks labels or repeats them.
func (d *DataFrame) Filter(mask *Series) *DataFrame { return FrameOf(apply(&pick.Filter{}, d, mask)) }

// Filter keeps the rows where a bool series is true: s[mask]. See DataFrame.Filter.
func (s *Series) Filter(mask *Series) *Series { return SeriesOf(apply(&pick.Filter{}, s, mask)) }
