package op

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/errs"
)

// denied runs every way to a file that must be refused.
func denied(t *testing.T, f FS, inside, name string) {
	t.Helper()
	_, e1 := f.Open(name)
	_, e2 := f.Stat(name)
	_, e3 := f.Create(name)
	for way, err := range map[string]error{"open": e1, "stat": e2, "create": e3, "mkdir": f.MkdirAll(name), "remove": f.Remove(name), "rename from": f.Rename(name, inside), "rename to": f.Rename(inside, name)} {
		if !errs.Is(err, errs.Denied) {
			t.Errorf("%s of %s: %v", way, name, err)
		}
	}
}

func TestFilesWithinBounds(t *testing.T) {
	top := t.TempDir()
	in, out := filepath.Join(top, "in"), filepath.Join(top, "out")
	for _, d := range []string{in, out, in + "side"} {
		if err := os.Mkdir(d, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	secret := filepath.Join(out, "secret.csv")
	if err := os.WriteFile(secret, []byte("a\n1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, to := range map[string]string{"link.csv": secret, "dir": out, "up": "../out"} {
		if err := os.Symlink(to, filepath.Join(in, name)); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { _ = Within(nil) })
	f, err := Files{}, Within(&Bounds{Roots: []string{in}})
	if err != nil {
		t.Fatal(err)
	}
	mine := filepath.Join(in, "sub", "x.csv")
	if err := f.MkdirAll(filepath.Dir(mine)); err != nil {
		t.Fatal(err)
	}
	w, err := f.Create("file://" + mine)
	if err == nil {
		_, err = io.WriteString(w, "b\n2\n")
	}
	if err != nil || w.Close() != nil || f.Rename(mine, mine+"2") != nil || f.Rename(mine+"2", mine) != nil {
		t.Fatal(err)
	}
	r, err := f.Open(mine)
	if err != nil || r.Info().Size != 4 || r.Info().Path != mine {
		t.Fatalf("%v, %v", r, err)
	}
	_ = r.Close()
	for _, pattern := range []string{filepath.Join(in, "sub", "*.csv"), filepath.Join(in, "sub") + "/**", mine} {
		if l, err := f.Glob(pattern); err != nil || len(l) != 1 || l[0].Path != mine {
			t.Errorf("%s: %v, %v", pattern, l, err)
		}
	}
	if _, err := f.Glob(filepath.Join(in, "none*")); !errs.Is(err, errs.NotFound) {
		t.Errorf("a pattern of nothing: %v", err)
	}
	if _, err := f.Open(filepath.Join(in, "sub")); !errs.Is(err, errs.Invalid) {
		t.Errorf("a directory: %v", err)
	}
	for _, name := range []string{
		secret, "file://" + secret, "/etc/passwd", filepath.Join(in, "..", "out", "secret.csv"), in + "side/x.csv",
	} {
		denied(t, f, mine, name)
	}
	for _, link := range []string{"link.csv", "dir/secret.csv", "up/secret.csv"} { // what reads or writes through a link that leads out
		name := filepath.Join(in, link)
		_, e1 := f.Open(name)
		_, e2 := f.Stat(name)
		_, e3 := f.Create(name)
		for way, err := range map[string]error{"open": e1, "stat": e2, "create": e3} {
			if !errs.Is(err, errs.Denied) {
				t.Errorf("%s of %s: %v", way, link, err)
			}
		}
	}
	if b, err := os.ReadFile(secret); err != nil || string(b) != "a\n1\n" {
		t.Errorf("the secret was changed: %q, %v", b, err)
	}
	if err := Within(&Bounds{AnyFile: true}); err != nil {
		t.Error(err)
	} else if _, err := f.Stat(secret); err != nil {
		t.Errorf("where any file may be read: %v", err)
	}
	if err := Within(&Bounds{}); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Open(mine); !errs.Is(err, errs.Denied) || !strings.Contains(err.Error(), "--files-root") {
		t.Errorf("without roots: %v", err)
	}
}

func TestURLsWithinBounds(t *testing.T) {
	urls, err := Bounds{URLs: []string{"s3://bucket/ours", "https://data.example/"}}.Places()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{
		"s3://bucket/ours/x.csv": true, "s3://bucket/ours": true, "https://data.example/x.csv": true, "https://DATA.example/a/b.csv?v=1": true,
		"s3://bucket/oursnot/x.csv": false, "s3://bucket/x.csv": false, "s3://bucket2/ours/x.csv": false, "http://data.example/x.csv": false,
		"https://data.example.evil/x.csv": false, "https://data.example@evil/x.csv": false, "s3://bucket/ours/../x.csv": false, "https://data.example:81/x": false,
		"s3://bucket/ours?x": false, "s3://bucket/ours?*": false, "s3://bucket/ours#x": false, "s3://bucket/ours/*.csv": true,
		"https://data.example/%2e%2e/x.csv": false,
	} {
		if got := Below(urls, name); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
	for _, bad := range []string{"bucket", "s3:///x", "%"} {
		if err := Within(&Bounds{URLs: []string{bad}}); !errs.Is(err, errs.Invalid) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}
