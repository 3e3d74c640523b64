package main

import (
	"errors"
	"fmt"
	"maps"
	"net"
	"os"
	"slices"
	"time"
)

// patience is how long a library may take over all runs of a case and the check of its answer. One that takes
// longer, or that ends, as it does when it runs out of memory, has no answer, and the suite goes on.
const patience = 5 * time.Minute

// A frameBench asks the libraries, one after another.
type frameBench struct {
	r         *recorder
	rows      int
	dir, mars string
	pprof     string // address of our profiles
	libs      map[string]*beside
	made      [2]bool // the tables: of h2o, of TPC-H
	spent     map[string]time.Duration
}

func (f *frameBench) close() (err error) {
	for name, b := range f.libs {
		err = errors.Join(err, b.close())
		delete(f.libs, name)
	}
	return err
}

// tell says which libraries took the time of a group.
func (f *frameBench) tell(g frameGroup) {
	fmt.Fprintf(os.Stderr, "%s %s%s took seconds:", f.r.clock(), g.prefix, g.names[0])
	for _, lib := range slices.Sorted(maps.Keys(f.spent)) {
		fmt.Fprintf(os.Stderr, " %s %.0f", lib, f.spent[lib].Seconds())
	}
	fmt.Fprintln(os.Stderr)
	clear(f.spent)
}

// spend counts the time since then for a library.
func (f *frameBench) spend(lib string, then time.Time) { f.spent[lib] += time.Since(then) }

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

// ask is a case of a library, which is started when it is first asked. Unless check, its answer is not
// wanted; near is how many seconds a run may take to be repeated, 0 that all are. A library that fails says
// so in NotYet.
func (f *frameBench) ask(lib, name string, check bool, near float64) (x frameReply, err error) {
	defer f.spend(lib, time.Now())
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

// profile is where our time goes while a case runs again and again, from before it is looked at until after.
func (f *frameBench) profile(name string) (string, error) {
	looked, ran := make(chan struct{}), make(chan error, 1)
	go func() {
		for {
			x, err := f.ask("mars", name, false, 0)
			if err == nil && x.NotYet != "" {
				err = errors.New(x.NotYet)
			}
			select {
			case <-looked:
			default:
				if err == nil {
					continue
				}
			}
			ran <- err
			return
		}
	}()
	text, err := greatest("-seconds", "4", "http://"+f.pprof+"/debug/pprof/profile")
	close(looked)
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
