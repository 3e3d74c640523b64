package windows_test

import (
	"testing"

	"github.com/mars-project/mars-go/marstest"
)

func TestMain(m *testing.M) { marstest.Main(m) }
