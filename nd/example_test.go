package nd_test

import (
	"fmt"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

func ExampleOf() {
	a := nd.Of([]float64{1, 2.5, 3, 4, 5, 6}, 2, 3)
	fmt.Println(a)
	fmt.Println(a.Transpose().Repr())
	// Output:
	// [[1.  2.5 3. ]
	//  [4.  5.  6. ]]
	// array([[1. , 4. ],
	//        [2.5, 5. ],
	//        [3. , 6. ]])
}

func ExampleArray_Slice() {
	a := nd.Of([]int64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
	nd.Fill(a.Slice(0, 0, 10, 3), int64(-1))
	fmt.Println(a)
	// Output: [-1  1  2 -1  4  5 -1  7  8 -1]
}

func ExampleAssemble() {
	left, right := nd.Of([]int32{1, 2}, 2, 1), nd.Of([]int32{3, 4, 5, 6}, 2, 2)
	a, err := nd.Assemble(mem.Heap, dtype.Int32, []int{2, 3}, []nd.Part{{At: []int{0, 0}, Array: left}, {At: []int{0, 1}, Array: right}})
	fmt.Println(a, err)
	// Output:
	// [[1 3 4]
	//  [2 5 6]] <nil>
}
