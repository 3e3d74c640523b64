package main

import (
	"archive/tar"
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
)

// folder is a layer: a program, a link to it, and a folder that everybody may write to.
func folder(t *testing.T, at time.Time) string {
	t.Helper()
	dir := t.TempDir()
	err := errors.Join(
		os.MkdirAll(filepath.Join(dir, "bin"), 0o755), os.Mkdir(filepath.Join(dir, "tmp"), 0o755), os.Chmod(filepath.Join(dir, "tmp"), 0o777|os.ModeSticky),
		os.WriteFile(filepath.Join(dir, "bin", "mars"), []byte("program"), 0o755), os.Symlink("mars", filepath.Join(dir, "bin", "mars-worker")),
		os.Chtimes(filepath.Join(dir, "bin", "mars"), at, at),
	)
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func image(t *testing.T, out string, layers ...string) []byte {
	t.Helper()
	args := []string{"-out", out, "-name", "mars:1", "-arch", "arm64", "-user", "65532:65532", "-entry", "/bin/mars", "-env", "PATH=/bin", "-port", "7103", "-label", "a.b=c d"}
	if err := run(append(args, layers...)); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// The same files, made at other times, are the same image, which is read back as it was asked for.
func TestImage(t *testing.T) {
	dir := t.TempDir()
	one := image(t, filepath.Join(dir, "one.tar"), folder(t, time.Unix(1e9, 0)))
	two := image(t, filepath.Join(dir, "two.tar"), folder(t, time.Unix(2e9, 5)))
	if !bytes.Equal(one, two) {
		t.Error("two images of the same files differ")
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".*")); len(left) > 0 {
		t.Errorf("%v are left", left)
	}
	x := unpacked(t, one)
	c, err := x.ConfigFile()
	if err != nil {
		t.Fatal(err)
	}
	_, port := c.Config.ExposedPorts["7103/tcp"]
	if c.OS != "linux" || c.Architecture != "arm64" || c.Config.User != "65532:65532" || strings.Join(c.Config.Entrypoint, " ") != "/bin/mars" ||
		c.Config.Labels["a.b"] != "c d" || strings.Join(c.Config.Env, " ") != "PATH=/bin" || !port || !c.Created.Time.Equal(time.Unix(0, 0)) {
		t.Errorf("%+v", c)
	}
	got := map[string]string{}
	files := tar.NewReader(mutate.Extract(x))
	for {
		h, err := files.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		b, _ := io.ReadAll(files)
		got[strings.TrimSuffix(h.Name, "/")] = h.FileInfo().Mode().String() + " " + h.Linkname + string(b)
		if h.Uid != 0 || h.ModTime.Unix() != 0 {
			t.Errorf("%+v", h)
		}
	}
	for name, want := range map[string]string{"bin": "drwxr-xr-x ", "tmp": "dtrwxrwxrwx ", "bin/mars": "-rwxr-xr-x program", "bin/mars-worker": "Lrwxrwxrwx mars"} {
		if got[name] != want {
			t.Errorf("%s is %q, want %q", name, got[name], want)
		}
	}
}

// A layer may be a tar file, as others make it.
func TestLayerOfATarFile(t *testing.T) {
	base := filepath.Join(t.TempDir(), "base.tar")
	f, err := os.Create(base)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(packed(f, folder(t, time.Unix(0, 0))), f.Close()); err != nil {
		t.Fatal(err)
	}
	x := unpacked(t, image(t, filepath.Join(t.TempDir(), "x.tar"), base, folder(t, time.Unix(0, 0))))
	if l, err := x.Layers(); err != nil || len(l) != 2 {
		t.Errorf("%d layers, %v", len(l), err)
	}
}

func TestWrongLines(t *testing.T) {
	out := filepath.Join(t.TempDir(), "x.tar")
	for line, want := range map[string]string{
		"": "want -out FILE", "-out " + out: "want -out FILE", "-out " + out + " -name m:1 /nowhere": "no such file", "-out " + out + " -name m:1 -label x /tmp": "want name=text",
	} {
		if err := run(strings.Fields(line)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", line, err, want)
		}
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("something was written")
	}
}

// unpacked is the one image of a layout in a tar file.
func unpacked(t *testing.T, b []byte) v1.Image {
	t.Helper()
	dir := t.TempDir()
	files := tar.NewReader(bytes.NewReader(b))
	for {
		h, err := files.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		to := filepath.Join(dir, h.Name)
		if h.FileInfo().IsDir() {
			err = os.MkdirAll(to, 0o755)
		} else {
			var data []byte
			if data, err = io.ReadAll(files); err == nil {
				err = os.WriteFile(to, data, 0o644)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	l, err := layout.ImageIndexFromPath(dir)
	if err != nil {
		t.Fatal(err)
	}
	m, err := l.IndexManifest()
	if err != nil || len(m.Manifests) != 1 || m.Manifests[0].Annotations["org.opencontainers.image.ref.name"] != "mars:1" {
		t.Fatalf("%+v, %v", m, err)
	}
	x, err := l.Image(m.Manifests[0].Digest)
	if err != nil {
		t.Fatal(err)
	}
	return x
}
