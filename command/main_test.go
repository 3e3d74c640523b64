package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestMain is the program itself when it is called by one of the program's names: tests start it as
// processes.
func TestMain(m *testing.M) {
	if n := filepath.Base(os.Args[0]); n == "mars" || strings.HasPrefix(n, "mars-") {
		Main()
	}
	os.Exit(m.Run())
}
