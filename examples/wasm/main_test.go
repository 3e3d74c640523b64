package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestMain is the program itself when it is called under its name.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "wasm" {
		main()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// TestModuleOfGo builds the module, and runs the program with it.
func TestModuleOfGo(t *testing.T) {
	module := filepath.Join(t.TempDir(), "guest.wasm")
	build := exec.Command("go", "build", "-buildmode=c-shared", "-o", module, "./guest")
	build.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "GOFLAGS=")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var out, said bytes.Buffer
	c := &exec.Cmd{Path: self, Args: []string{"wasm", module}, Stdout: &out, Stderr: &said}
	if err := c.Run(); err != nil || out.String() != "[0.000 0.333 1.000 2.000 2.667 3.000]\n" {
		t.Errorf("%v: %s%s", err, &out, &said)
	}
}
