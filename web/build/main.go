// Command build makes the web pages of Mars out of web/ui: without arguments web/ui/dist, which is committed
// and embedded; with -tests DIR a file for each src/*.test.ts that Node's test runner reads. The packages of
// web/ui/package.json must be installed.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

func main() {
	ui := flag.String("ui", "../ui", "the folder of the pages")
	tests := flag.String("tests", "", "where bundles of the tests go, in place of the pages")
	flag.Parse()
	err := pages(*ui)
	if *tests != "" {
		err = bundleTests(*ui, *tests)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}

// pages writes dist: one script and one style sheet, named after their contents, and the page that loads
// them.
func pages(ui string) error {
	dist := filepath.Join(ui, "dist")
	r := api.Build(api.BuildOptions{
		EntryPoints: []string{filepath.Join(ui, "src/main.tsx")}, Outdir: dist, EntryNames: "[name]-[hash]",
		Bundle: true, Format: api.FormatESModule, Target: api.ES2022,
		MinifyWhitespace: true, MinifyIdentifiers: true, MinifySyntax: true,
		JSX: api.JSXAutomatic, JSXImportSource: "preact", LegalComments: api.LegalCommentsEndOfFile,
	})
	if err := problems(r.Errors); err != nil {
		return err
	}
	page, err := os.ReadFile(filepath.Join(ui, "index.html"))
	if err != nil {
		return err
	}
	text := string(page)
	for _, f := range r.OutputFiles {
		name := filepath.Base(f.Path)
		switch filepath.Ext(name) {
		case ".js":
			text = strings.Replace(text, "SCRIPT", name, 1)
		case ".css":
			text = strings.Replace(text, "STYLE", name, 1)
		}
	}
	if err := os.RemoveAll(dist); err != nil {
		return err
	}
	if err := os.MkdirAll(dist, 0o755); err != nil {
		return err
	}
	for _, f := range r.OutputFiles {
		if err := os.WriteFile(f.Path, f.Contents, 0o644); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(dist, "index.html"), []byte(text), 0o644)
}

func bundleTests(ui, out string) error {
	files, err := filepath.Glob(filepath.Join(ui, "src/*.test.ts"))
	if err != nil || len(files) == 0 {
		return fmt.Errorf("no tests in %s: %v", ui, err)
	}
	r := api.Build(api.BuildOptions{
		EntryPoints: files, Outdir: out, OutExtension: map[string]string{".js": ".mjs"}, Bundle: true, Write: true,
		Format: api.FormatESModule, Platform: api.PlatformNode, Target: api.ES2022, Sourcemap: api.SourceMapInline,
	})
	return problems(r.Errors)
}

func problems(ms []api.Message) error {
	if len(ms) == 0 {
		return nil
	}
	return fmt.Errorf("%s", strings.Join(api.FormatMessages(ms, api.FormatMessagesOptions{}), "\n"))
}
