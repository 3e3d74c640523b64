package dataframe

import "github.com/mars-project/mars-go/dataframe/reshape"

// T is the frame with rows as columns: row labels label columns, column labels rows. All columns have the
// dtype that holds a row. Which columns there are is known when the data is.
func (d *DataFrame) T() *DataFrame { return FrameOf(apply(&reshape.Transpose{}, d)) }
