package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// frameStore is where the tables of the frames' suite stay between runs, seen from the root of the
// repository; git ignores it.
const frameStore = ".cache/bench"

// data links the tables of a group into the suite's folder, and makes them unless an earlier run did.
func (f *frameBench) data(ctx context.Context, g frameGroup) error {
	script, size, which := "bench/frames_py/data.py", strconv.Itoa(f.rows), 0
	if g.tpch() {
		script, size, which = "bench/frames_py/tpch_data.py", scale(), 1
	}
	if f.made[which] {
		return nil
	}
	f.made[which] = true
	from, err := frameTables(frameStore, script, size, func(to string) error { return command(ctx, f.r.python, script, to, size) })
	if err != nil {
		return err
	}
	return linked(from, f.dir)
}

// scale is that of the tables of TPC-H.
func scale() string { return cmp.Or(os.Getenv("FRAMES_SF"), "1") }

// frameTables is the folder in store with the tables that a script makes in a size. They are made when there
// are none of this script as it is now; those of the script as it was go. A second process waits for the
// first one that makes tables; a folder has its name only when it is whole.
func frameTables(store, script, size string, fill func(to string) error) (string, error) {
	text, err := os.ReadFile(script)
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(store, 0o755); err != nil {
		return "", err
	}
	lock, err := os.Create(filepath.Join(store, "lock"))
	if err != nil {
		return "", err
	}
	defer lock.Close() // and with it the lock
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
		return "", fmt.Errorf("lock %s: %w", lock.Name(), err)
	}
	stem := filepath.Join(store, strings.TrimSuffix(filepath.Base(script), ".py")+"-"+size+"-")
	dir := fmt.Sprintf("%s%x", stem, sha256.Sum256(text))[:len(stem)+16]
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	old, err := filepath.Glob(stem + "*")
	if err != nil {
		return "", err
	}
	for _, o := range old {
		if err := os.RemoveAll(o); err != nil {
			return "", err
		}
	}
	if err := fill(dir + ".part"); err != nil {
		return "", err
	}
	return dir, os.Rename(dir+".part", dir)
}

// linked makes links to all files of a folder in another one.
func linked(from, to string) error {
	from, err := filepath.Abs(from)
	if err != nil {
		return err
	}
	files, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	for _, e := range files {
		if err := os.Symlink(filepath.Join(from, e.Name()), filepath.Join(to, e.Name())); err != nil {
			return err
		}
	}
	return nil
}
