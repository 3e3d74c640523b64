package parquet_test

import "math"

var nan = math.NaN()
