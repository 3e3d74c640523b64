package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/op"
)

// TestOneFileKnowsAnOperator: an operator whose functions are generated in both languages touches no file but
// its own, its tests and those that are generated. No other source of the repository has its name in quotes.
func TestOneFileKnowsAnOperator(t *testing.T) {
	at := map[string][]string{} // files by the quoted names in them
	for _, dir := range []string{"tensor", "dataframe", "op", "ops", "plan", "cmd", "tools", "python/mars"} {
		err := filepath.WalkDir("../../"+dir, func(path string, d fs.DirEntry, err error) error {
			base := filepath.Base(path)
			if err != nil || d.IsDir() || filepath.Ext(path) != ".go" && filepath.Ext(path) != ".py" || strings.HasSuffix(base, "_test.go") || strings.Contains(base, "_gen.") {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			for i, s := range strings.Split(string(text), `"`) {
				if name := s; i > 0 && len(name) < 60 && op.Lookup(name) != nil && !slices.Contains(at[name], path) {
					at[name] = append(at[name], path)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	asked := 0
	for _, d := range op.Defs() {
		if d.Doc.Go == "" || d.Doc.Face != "" {
			continue
		}
		if asked++; len(at[d.Doc.Name]) != 1 {
			t.Errorf("%s is named by %q; its file alone should know it", d.Doc.Name, at[d.Doc.Name])
		}
	}
	if asked == 0 {
		t.Error("no operator asks for its names")
	}
}
