package functions

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"

	"github.com/mars-project/mars-go/errs"
)

func sentEnv(t *testing.T, about string, files map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	if files != nil {
		z := zip.NewWriter(&b)
		for name, text := range files {
			w, err := z.Create(name)
			if err == nil {
				_, err = w.Write([]byte(text))
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
	}
	out := binary.LittleEndian.AppendUint32(nil, uint32(len(about)))
	return append(append(out, about...), b.Bytes()...)
}

// Files of an environment lie below its folder, whatever they are called.
func TestEnvironmentsAreUnpacked(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "e")
	a, err := readArchive(sentEnv(t, `{"vars": {"A": "1"}, "modules": true}`, map[string]string{"modules/p/__init__.py": "x = 1"}))
	if err != nil || a.Vars["A"] != "1" || !a.Modules || a.Dir {
		t.Fatal(a, err)
	}
	if err := a.unpack(dir); err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(filepath.Join(dir, "modules/p/__init__.py")); string(b) != "x = 1" {
		t.Error(string(b), err)
	}
	for _, name := range []string{"../out", "/etc/out", "modules/../../out"} {
		a, err := readArchive(sentEnv(t, `{}`, map[string]string{name: "x"}))
		if err == nil {
			err = a.unpack(filepath.Join(dir, "sub"))
		}
		if !errs.Is(err, errs.Invalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "out")); err == nil {
		t.Error("a file lies beside the folder")
	}
	for name, b := range map[string][]byte{
		"nothing": nil, "a length alone": {9, 0, 0, 0}, "no description": sentEnv(t, `{`, nil), "no zip": append(sentEnv(t, `{}`, nil), 1, 2, 3),
	} {
		a, err := readArchive(b)
		if err == nil {
			err = a.unpack(filepath.Join(dir, "bad"))
		}
		if !errs.Is(err, errs.Invalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzEnvironment(f *testing.F) {
	f.Add([]byte{2, 0, 0, 0, '{', '}'})
	f.Fuzz(func(t *testing.T, b []byte) {
		if a, err := readArchive(b); err == nil {
			_ = a.unpack(t.TempDir())
		}
	})
}
