package vfs_test

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/mars-project/mars-go/internal/vfs"
)

func TestEveryFileSystemKeepsTheSamePromises(t *testing.T) {
	for _, c := range []struct {
		name string
		fs   vfs.FS
		root string
	}{
		{"os", vfs.OS, t.TempDir()},
		{"mem", vfs.NewMem(), "/"},
		{"fault without orders", vfs.NewFault(vfs.NewMem()), "/"},
	} {
		t.Run(c.name, func(t *testing.T) { promises(t, c.fs, c.root) })
	}
}

func promises(t *testing.T, v vfs.FS, root string) {
	ok := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	is := func(err, want error) {
		t.Helper()
		var p *fs.PathError
		if !errors.Is(err, want) || want != syscall.ENOTEMPTY && !errors.As(err, &p) {
			t.Fatalf("got %v, want %v", err, want)
		}
	}
	dir := filepath.Join(root, "a/b")
	name := filepath.Join(dir, "x")
	_, err := v.Create(name)
	is(err, fs.ErrNotExist)
	_, err = v.Open(name)
	is(err, fs.ErrNotExist)
	_, err = v.List(dir)
	is(err, fs.ErrNotExist)
	_, err = v.Stat(name)
	is(err, fs.ErrNotExist)
	is(v.Remove(name), fs.ErrNotExist)
	ok(v.MkdirAll(dir))
	ok(v.MkdirAll(dir))
	free, err := v.Free(dir)
	ok(err)
	if free <= 0 {
		t.Errorf("free %d", free)
	}

	f, err := v.Create(name)
	ok(err)
	_, err = f.Write([]byte("head"))
	ok(err)
	segs, want := [][]byte{}, []byte("head")
	for i := range 3000 { // more than one writev takes
		s := bytes.Repeat([]byte{byte(i)}, i%5)
		segs, want = append(segs, s), append(want, s...)
	}
	n, err := f.WriteV(segs)
	ok(err)
	if n != int64(len(want)-4) {
		t.Errorf("WriteV wrote %d of %d bytes", n, len(want)-4)
	}
	ok(f.Sync())
	got := make([]byte, len(want))
	_, err = f.ReadAt(got, 0)
	if err != nil && err != io.EOF {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("what was written is not what is read")
	}
	if n, err := f.ReadAt(got[:10], int64(len(want)-3)); n != 3 || err != io.EOF {
		t.Errorf("a read past the end: %d, %v", n, err)
	}
	ok(f.Close())

	ok(v.Rename(name, filepath.Join(dir, "y")))
	_, err = v.Open(name)
	is(err, fs.ErrNotExist)
	ok(v.MkdirAll(filepath.Join(dir, "c")))
	list, err := v.List(dir)
	ok(err)
	if d := cmp.Diff([]vfs.Info{{Name: "c", Dir: true}, {Name: "y", Size: int64(len(want))}}, list); d != "" {
		t.Error(d)
	}
	st, err := v.Stat(filepath.Join(dir, "y"))
	ok(err)
	if st.Size != int64(len(want)) || st.Dir || st.Name != "y" {
		t.Errorf("%+v", st)
	}
	is(v.Remove(dir), syscall.ENOTEMPTY)
	f, err = v.Open(filepath.Join(dir, "y"))
	ok(err)
	if _, err := f.Write([]byte("x")); err == nil {
		t.Error("a file opened for reading was written")
	}
	ok(v.Remove(filepath.Join(dir, "y")))
	if _, err := f.ReadAt(got, 0); err != nil && err != io.EOF || !bytes.Equal(got, want) {
		t.Errorf("an open file went with its name: %v", err)
	}
	if n, err := f.Size(); n != int64(len(want)) || err != nil {
		t.Errorf("size %d, %v", n, err)
	}
	ok(f.Close())
	f, err = v.Create(filepath.Join(dir, "z"))
	ok(err)
	ok(f.Close())
	f, err = v.Create(filepath.Join(dir, "z"))
	ok(err)
	ok(f.Close())
	ok(v.Remove(filepath.Join(dir, "z")))
	ok(v.Remove(filepath.Join(dir, "c")))
	ok(v.Remove(dir))
	_, err = v.Stat(dir)
	is(err, fs.ErrNotExist)
}

func TestFaults(t *testing.T) {
	m := vfs.NewMem()
	v := vfs.NewFault(m)
	if err := v.MkdirAll("/d/full"); err != nil {
		t.Fatal(err)
	}
	v.FailWrite(2, syscall.EIO)
	v.ShortWrite(3)
	v.Space("/d/full", 5)
	v.Tell("/d", 77)
	f, _ := v.Create("/d/first")
	g, _ := v.Create("/d/full/g")
	for _, c := range []struct {
		f    vfs.File
		n    int
		err  error
		size int64
	}{
		{f, 4, nil, 4},
		{f, 0, syscall.EIO, 4},
		{f, 2, io.ErrShortWrite, 6},
		{g, 4, nil, 4},
		{g, 1, syscall.ENOSPC, 5},
		{g, 0, syscall.ENOSPC, 5},
		{f, 4, nil, 10},
	} {
		n, err := c.f.Write([]byte("abcd"))
		if n != c.n || !errors.Is(err, c.err) {
			t.Errorf("wrote %d, %v; want %d, %v", n, err, c.n, c.err)
		}
		if size, _ := c.f.Size(); size != c.size {
			t.Errorf("size %d, want %d", size, c.size)
		}
	}
	if v.Writes() != 7 {
		t.Errorf("%d writes", v.Writes())
	}
	if err := v.Remove("/d/full/g"); err != nil {
		t.Fatal(err)
	}
	g, _ = v.Create("/d/full/g")
	if n, err := g.WriteV([][]byte{[]byte("abc"), []byte("defg")}); n != 5 || !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("room that was given back: %d, %v", n, err)
	}
	if n, err := v.Free("/d/full"); n != 77 || err != nil {
		t.Errorf("free: %d, %v", n, err)
	}

	v.Corrupt("first", 1)
	v.Corrupt("/g", -1)
	for name, want := range map[string]string{"/d/first": "a\x9dcd", "/d/full/g": "abcd\x9a"} {
		x, _ := v.Open(name)
		got := make([]byte, len(want))
		if _, err := x.ReadAt(got, 0); err != nil || string(got) != want {
			t.Errorf("%s reads %q, %v; want %q", name, got, err, want)
		}
	}
	x, _ := v.Open("/d/first")
	v.FailReads(syscall.EIO)
	if _, err := x.ReadAt(make([]byte, 1), 0); !errors.Is(err, syscall.EIO) {
		t.Errorf("got %v", err)
	}
	v.FailReads(nil)
	if _, err := x.ReadAt(make([]byte, 1), 0); err != nil {
		t.Error(err)
	}
}
