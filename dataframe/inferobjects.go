package dataframe

import "github.com/mars-project/mars-go/dataframe/cells"

// InferObjects gives columns of objects the dtype of their values, where they have one.
func (d *DataFrame) InferObjects() *DataFrame { return FrameOf(apply(&cells.InferObjects{}, d)) }

// InferObjects gives a series of objects the dtype of its values, where they have one.
func (s *Series) InferObjects() *Series { return SeriesOf(apply(&cells.InferObjects{}, s)) }
