package tensor_test

import (
	"testing"

	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/tensor"
)

func TestRandomRepeats(t *testing.T) {
	_ = tensor.Choice
	_ = marstest.Check
}
