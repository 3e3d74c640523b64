package dtype_test

import (
	"fmt"

	"github.com/mars-project/mars-go/dtype"
)

func ExamplePromote() {
	fmt.Println(dtype.Promote(dtype.Int32, dtype.Float32))
	fmt.Println(dtype.Promote(dtype.Datetime(dtype.Day), dtype.Datetime(dtype.Milli)))
	fmt.Println(dtype.Promote(dtype.Datetime(dtype.Day), dtype.Int64))
	// Output:
	// float64 <nil>
	// datetime64[ms] <nil>
	// invalid no common data type for datetime64[D] and int64
}

func ExampleResult() {
	fmt.Println(dtype.Result(dtype.Strong(dtype.Float32), dtype.WeakFloat)) // a float32 array times 2.0
	fmt.Println(dtype.Result(dtype.Strong(dtype.Int8), dtype.WeakFloat))
	// Output:
	// float32 <nil>
	// float64 <nil>
}
