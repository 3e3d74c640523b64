package vfs

import (
	"os"
)

// OS is the file system of the machine.
var OS FS = osFS{}

type osFS struct{}

func (osFS) Create(name string) (File, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600)
	return file(f, err)
}

func (osFS) Open(name string) (File, error) {
	f, err := os.Open(name)
	return file(f, err)
}

func (osFS) Rename(from, to string) error   { return os.Rename(from, to) }
func (osFS) Remove(name string) error       { return os.Remove(name) }
func (osFS) MkdirAll(dir string) error      { return os.MkdirAll(dir, 0o700) }
func (osFS) Free(dir string) (int64, error) { return osFree(dir) }

func (osFS) List(dir string) ([]Info, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	out := make([]Info, 0, len(entries))
	for _, e := range entries {
		i, err := e.Info()
		if os.IsNotExist(err) { // removed since it was listed
			continue
		}
		if err != nil {
			return nil, err
		}
		out = append(out, info(i))
	}
	return out, nil
}

func (osFS) Stat(name string) (Info, error) {
	i, err := os.Stat(name)
	if err != nil {
		return Info{}, err
	}
	return info(i), nil
}

func info(i os.FileInfo) Info {
	if i.IsDir() {
		return Info{Name: i.Name(), Dir: true}
	}
	return Info{Name: i.Name(), Size: i.Size()}
}

type osFile struct{ *os.File }

func file(f *os.File, err error) (File, error) {
	if err != nil {
		return nil, err
	}
	return osFile{f}, nil
}

func (f osFile) Size() (int64, error) {
	i, err := f.Stat()
	if err != nil {
		return 0, err
	}
	return i.Size(), nil
}

func (f osFile) WriteV(segs [][]byte) (int64, error) { return writeV(f.File, segs) }

// InMemory says whether a directory of this machine lies in memory: a file there takes what its writer may
// want to free.
func InMemory(dir string) bool { return osInMemory(dir) }
