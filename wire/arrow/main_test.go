package arrow_test

import (
	"testing"

	"go.uber.org/goleak"
)

// TestMain: decoders of arrow-go start goroutines, which a closed reader leaves none of.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
