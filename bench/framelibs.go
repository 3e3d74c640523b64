package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"slices"
	"strconv"
	"time"
)

// patience is how long a library may take over all runs of a case and the check of its answer. One that takes longer, or that ends, as it does when it
// runs out of memory, has no answer, and the suite goes on.
const patience = 5 * time.Minute

// A frameBench asks the libraries, one after another.
type frameBench struct {
	r         *recorder
	rows      int
	dir, mars string
	pprof     string // address of our profiles
	libs      map[string]*beside
	made      [2]bool // the tables: of h2o, of TPC-H
	answers   []goAnswer
}

func (f *frameBench) close() (err error) {
	for name, b := range f.libs {
		err = errors.Join(err, b.close())
		delete(f.libs, name)
	}
	return err
}

// data makes the tables of a group, unless they are there.
func (f *frameBench) data(ctx context.Context, g frameGroup) error {
	script, size, which := "bench/frames_py/data.py", strconv.Itoa(f.rows), 0
	if g.tpch() {
		script, size, which = "bench/frames_py/tpch_data.py", scale(), 1
	}
	if f.made[which] {
		return nil
	}
	f.made[which] = true
	return command(ctx, f.r.python, script, f.dir, size)
}

// scale is that of the tables of TPC-H.
func scale() string { return cmp.Or(os.Getenv("FRAMES_SF"), "1") }

// lib is the process of a library.
func (f *frameBench) lib(name string) (*beside, error) {
	if b := f.libs[name]; b != nil {
		return b, nil
	}
	env := []string{"MARS_BIN=" + f.mars, "MARS_NODE_PPROF=" + f.pprof, "PYTHONPATH=python", "POLARS_MAX_THREADS=2", "FRAMES_SF=" + scale()}
	b, err := startBeside(f.r.python, env, "bench/frames_py/main.py", name, f.dir)
	if err == nil {
		f.libs[name] = b
	}
	return b, err
}

// ask is a case of a library, which is started when it is first asked. Unless check, its answer is not wanted; near is how many seconds a run may take to be
// repeated, 0 that all are. A library that fails says so in NotYet.
func (f *frameBench) ask(lib, name string, check bool, near float64) (x frameReply, err error) {
	b, err := f.lib(lib)
	if err != nil {
		return x, err
	}
	seconds := 3
	if lib == "mars" {
		seconds = 10
	}
	question := map[string]any{"case": name, "reps": reps, "seconds": seconds, "near": near, "check": check}
	if err := b.askWithin(patience, question, &x); err != nil {
		delete(f.libs, lib)
		return frameReply{NotYet: fmt.Sprintf("%.200v", errors.Join(err, b.close()))}, nil
	}
	slices.Sort(x.Times)
	return x, nil
}

// profile is where our time goes while a case runs again and again for some seconds.
func (f *frameBench) profile(name string) (string, error) {
	ran := make(chan error, 1)
	go func() {
		_, err := f.ask("mars", name, false, 0)
		ran <- err
	}()
	text, err := greatest("-seconds", "4", "http://"+f.pprof+"/debug/pprof/profile")
	return text, errors.Join(err, <-ran)
}

// freeAddress is one that nobody listens at.
func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}
