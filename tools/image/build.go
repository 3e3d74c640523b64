package main

import (
	"archive/tar"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"time"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// build makes an image of layers.
func build(layers []string, p v1.Platform, c v1.Config) (v1.Image, error) {
	x := mutate.MediaType(empty.Image, types.OCIManifestSchema1)
	x = mutate.ConfigMediaType(x, types.OCIConfigJSON)
	for _, l := range layers {
		y, err := layer(l)
		if err != nil {
			return nil, fmt.Errorf("layer %s: %w", l, err)
		}
		if x, err = appended(x, y); err != nil {
			return nil, err
		}
	}
	f, err := x.ConfigFile()
	if err != nil {
		return nil, err
	}
	f = f.DeepCopy()
	f.OS, f.Architecture, f.Config, f.Created = p.OS, p.Architecture, c, epoch
	return mutate.ConfigFile(x, f)
}

// epoch is the time of all that is made here.
var epoch = v1.Time{Time: time.Unix(0, 0).UTC()}

// appended is an image with one more layer.
func appended(x v1.Image, l v1.Layer) (v1.Image, error) {
	return mutate.Append(x, mutate.Addendum{Layer: l, History: v1.History{Created: epoch}})
}

// layer is a folder or a tar file as a layer.
func layer(path string) (v1.Layer, error) {
	s, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	open := func() (io.ReadCloser, error) { return os.Open(path) }
	if s.IsDir() {
		open = func() (io.ReadCloser, error) {
			r, w := io.Pipe()
			go func() { w.CloseWithError(packed(w, path)) }()
			return r, nil
		}
	}
	return tarball.LayerFromOpener(open, tarball.WithMediaType(types.OCILayer))
}

// packed writes a folder as a tar file without times and owners, sorted by name.
func packed(w io.Writer, root string) error {
	var names []string
	err := filepath.WalkDir(root, func(p string, _ fs.DirEntry, err error) error {
		if p != root {
			names = append(names, p)
		}
		return err
	})
	if err != nil {
		return err
	}
	sort.Strings(names)
	t := tar.NewWriter(w)
	for _, n := range names {
		if err := entry(t, root, n); err != nil {
			return err
		}
	}
	return t.Close()
}

func entry(t *tar.Writer, root, path string) error {
	s, err := os.Lstat(path)
	if err != nil {
		return err
	}
	to := ""
	if s.Mode()&fs.ModeSymlink != 0 {
		if to, err = os.Readlink(path); err != nil {
			return err
		}
	}
	h, err := tar.FileInfoHeader(s, to)
	if err != nil {
		return err
	}
	h.Name = strings.TrimPrefix(filepath.ToSlash(strings.TrimPrefix(path, root)), "/")
	if s.IsDir() {
		h.Name += "/"
	}
	h.Uid, h.Gid, h.Uname, h.Gname = 0, 0, "", ""
	h.ModTime, h.AccessTime, h.ChangeTime, h.Format = time.Unix(0, 0), time.Time{}, time.Time{}, tar.FormatPAX
	if err := t.WriteHeader(h); err != nil || !s.Mode().IsRegular() {
		return err
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	_, err = io.Copy(t, f)
	return errors.Join(err, f.Close())
}

// write leaves an image as an OCI layout in a tar file.
func write(file, name string, x v1.Image) error {
	dir, err := os.MkdirTemp(filepath.Dir(file), ".layout-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	l, err := layout.Write(dir, empty.Index)
	if err != nil {
		return err
	}
	named := map[string]string{"org.opencontainers.image.ref.name": name, "io.containerd.image.name": "docker.io/library/" + name}
	if err := l.AppendImage(x, layout.WithAnnotations(named)); err != nil {
		return err
	}
	out, err := os.CreateTemp(filepath.Dir(file), ".image-")
	if err != nil {
		return err
	}
	err = packed(out, dir)
	if err == nil {
		err = out.Chmod(0o644)
	}
	if err = errors.Join(err, out.Close()); err == nil {
		err = os.Rename(out.Name(), file)
	}
	if err != nil {
		_ = os.Remove(out.Name())
	}
	return err
}
