package main

import (
	"archive/tar"
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-containerregistry/pkg/v1/mutate"
	spdxjson "github.com/spdx/tools-golang/json"
	"github.com/spdx/tools-golang/spdxlib"
)

const status = `Package: libc6
Status: install ok installed
Architecture: amd64
Version: 2:2.36-9+deb12u1
Description: GNU C Library
 More lines.

Package: gone
Status: deinstall ok config-files
Version: 1
`

// made is a layer with this very program, which is made of Go modules, and with packages of Debian and of
// pip.
func made(t *testing.T) string {
	t.Helper()
	dir := folder(t, time.Unix(1e9, 0))
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	info := filepath.Join(dir, "usr", "lib", "Some_Package-1.5.dist-info")
	err = errors.Join(
		exec.Command("cp", self, filepath.Join(dir, "bin", "self")).Run(), os.MkdirAll(info, 0o755),
		os.MkdirAll(filepath.Join(dir, "var", "lib", "dpkg"), 0o755),
		os.WriteFile(filepath.Join(dir, "var", "lib", "dpkg", "status"), []byte(status), 0o644),
		os.WriteFile(filepath.Join(info, "METADATA"),
			[]byte("Name: Some_Package\nVersion: 1.5\nLicense-Expression: MIT OR Apache-2.0\n\nText.\n"),
			0o644),
		os.WriteFile(filepath.Join(dir, "bin", "script"), []byte("#!/bin/sh\n"), 0o755),
	)
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// An image has a list of what it is made of, which others can read, and which lies beside it too.
func TestBill(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "mars.spdx.json")
	layer := made(t)
	b := image(t, filepath.Join(dir, "x.tar"), "-bill", file, layer)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	d, err := spdxjson.Read(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := spdxlib.ValidateDocument(d); err != nil {
		t.Error(err)
	}
	if top, err := spdxlib.GetDescribedPackageIDs(d); err != nil || len(top) != 1 || top[0] != "Image" {
		t.Errorf("it describes %v, %v", top, err)
	}
	got := map[string]string{}
	for _, p := range d.Packages {
		for _, r := range p.PackageExternalReferences {
			got[r.Locator] = p.PackageLicenseDeclared
		}
	}
	for url, license := range map[string]string{
		"pkg:deb/debian/libc6@2%3A2.36-9%2Bdeb12u1?arch=amd64":         unknown,
		"pkg:pypi/some-package@1.5":                                    "MIT OR Apache-2.0",
		"pkg:golang/github.com/mars-project/mars-go/tools/image@1":     "Apache-2.0",
		"pkg:golang/github.com/google/go-containerregistry@" + library: unknown,
	} {
		if have, ok := got[url]; !ok || have != license {
			t.Errorf("%s: %q, %v", url, have, ok)
		}
	}
	for url := range got {
		if strings.Contains(url, "gone") {
			t.Errorf("%s is not installed", url)
		}
	}
	inside := ""
	err = files(mutate.Extract(unpacked(t, b)), func(h *tar.Header, r io.Reader) error {
		if h.Name != "usr/share/sbom/mars.spdx.json" {
			return nil
		}
		x, err := io.ReadAll(r)
		inside = string(x)
		return err
	})
	if err != nil || inside != string(text) {
		t.Errorf("in the image is %.100q, %v", inside, err)
	}
	if again := image(t, filepath.Join(dir, "y.tar"), "-bill", file, layer); !slices.Equal(b, again) {
		t.Error("made again it is another")
	}
}

// library is the version of a module that this program is made of.
var library = func() string {
	text, err := os.ReadFile("go.mod")
	if err != nil {
		panic(err)
	}
	_, rest, _ := strings.Cut(string(text), "github.com/google/go-containerregistry ")
	version, _, _ := strings.Cut(rest, "\n")
	return version
}()

// What is no program of Go, or says nothing, is left out; what cannot be read is an error.
func TestPartsOfOthers(t *testing.T) {
	for name, x := range map[string]struct {
		path, text string
		want       int
	}{
		"a script":       {"bin/x", "#!/bin/sh\n", 0},
		"a short one":    {"bin/x", "\x7f", 0},
		"of C":           {"bin/x", "\x7fELF and more", 0},
		"no name":        {"a.dist-info/METADATA", "Version: 1\n\n", 0},
		"without a text": {"a.dist-info/METADATA", "Name: a\nVersion: 1\n", 1},
		"no packages":    {"var/lib/dpkg/status", "", 0},
	} {
		got, err := of(&tar.Header{Name: x.path, Mode: 0o755}, strings.NewReader(x.text), "1")
		if err != nil || len(got) != x.want {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	if _, err := of(&tar.Header{Name: "./var/lib/dpkg/status"}, strings.NewReader("no list\n\n"),
		"1"); err == nil {
		t.Error("what is no list is taken for one")
	}
	if err := run([]string{"-out", "x", "-name", "m:1", "-bill", "/nowhere/x", t.TempDir()}); err == nil {
		t.Error("a bill that cannot be written is no error")
	}
}
