// Command bench runs a suite of benchmarks beside their peers and writes one line of JSON per comparison, and
// RESULTS.md.
//
// Floor 9.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/mars-project/mars-go/internal/host"
)

// A Row is one comparison. Ours and Peer are medians in Unit; Ratio says how many times better ours is, 0
// without a peer.
type Row struct {
	Case     string  `json:"case"`
	N        int     `json:"n"`
	Unit     string  `json:"unit"`
	Ours     float64 `json:"ours"`
	Peer     float64 `json:"peer"`
	PeerName string  `json:"peer_name"`
	Ratio    float64 `json:"ratio"`
	Goal     string  `json:"goal"`
	Pass     bool    `json:"pass"`
	Reps     int     `json:"reps"`
	Spread   float64 `json:"spread"` // (max - min) / median of ours
	Commit   string  `json:"commit"`
	CPU      string  `json:"cpu"`

	Cores    int     `json:"cores,omitempty"`
	Rate     float64 `json:"rate,omitempty"` // of ours, in RateUnit
	RateUnit string  `json:"rate_unit,omitempty"`
	Share    float64 `json:"share,omitempty"` // of what the machine can do at most, which is measured in the same run
	Profile  string  `json:"profile,omitempty"`
	Third    bool    `json:"third,omitempty"` // with a third of the memory that the most frugal peer needs

	Digest []float64 `json:"digest,omitempty"` // of the answer, as frames_py/digest.py makes it
}

// A suite writes rows.
type suite func(ctx context.Context, r *recorder) error

var suites = map[string]suite{"engine": engine, "cluster": cluster, "kernels": kernels, "frames": frames, "functions": usersFunctions}

func main() {
	name := flag.String("suite", "engine", "what to run")
	out := flag.String("out", "", "file of the rows")
	python := flag.String("python", "", "interpreter that has the peers")
	xorbits := flag.String("xorbits", "", "interpreter that has Xorbits, which needs versions of its own")
	results := flag.String("results", "bench/RESULTS.md", "table to bring up to date; empty: none")
	only := flag.String("only", "", "rows to make, names or patterns as groupby_q?, separated by commas; empty: all")
	resume := flag.Bool("resume", false, "go on where an earlier run of suite frames, which left its rows in -out, ended")
	from := flag.String("from", "", "files of rows, separated by commas: run nothing, make the table from them")
	note := flag.String("note", "", "what stands above the table, with -from")
	flag.Parse()
	host.RelaxGC() // as the program mars does
	go host.RelaxHeap(context.Background(), time.Second)
	var err error
	if *from != "" {
		err = recorded(*results, *name, *from, *note)
	} else {
		err = run(*name, *out, *python, *xorbits, *results, *only, *resume)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(name, out, python, xorbits, results, only string, resume bool) error {
	s := suites[name]
	if s == nil {
		return fmt.Errorf("no suite %q", name)
	}
	if python == "" || out == "" {
		return fmt.Errorf("-python and -out must be given")
	}
	if resume && name != "frames" { // a case of the others has several rows
		return fmt.Errorf("-resume: suite %s cannot go on, frames can", name)
	}
	r := &recorder{python: python, xorbits: xorbits, commit: commit(), cpu: cpu(), begun: time.Now()}
	f, err := r.open(out, resume)
	if err != nil {
		return err
	}
	defer f.Close()
	if only != "" {
		r.only = strings.Split(only, ",")
		for _, pattern := range r.only {
			if _, err := path.Match(pattern, ""); err != nil {
				return fmt.Errorf("-only %s: %w", pattern, err)
			}
		}
	}
	if err := s(context.Background(), r); err != nil {
		return err
	}
	if results == "" || only != "" || r.partial {
		return nil
	}
	return writeResults(results, name, r)
}

// A recorder takes rows.
type recorder struct {
	enc     *json.Encoder
	python  string
	xorbits string
	commit  string
	cpu     string
	only    []string
	begun   time.Time
	note    string // stands above the table
	partial bool   // not what the table is for
	rows    []Row
	had     []Row // of an earlier run that this one goes on with
}

// wants reports that a row is among those that -only names, each a name or a pattern as path.Match has them,
// and that no earlier run made it.
func (r *recorder) wants(name string) bool {
	return !r.has(name) && (r.only == nil || slices.ContainsFunc(r.only, func(pattern string) bool {
		ok, _ := path.Match(pattern, name) // patterns were looked at when they were read
		return ok
	}))
}

func (r *recorder) add(row Row) error {
	row.Commit, row.CPU = r.commit, r.cpu
	if row.Peer > 0 && row.Ours > 0 {
		row.Ratio = row.Peer / row.Ours
	}
	r.keep(row)
	fmt.Fprintf(os.Stderr, "%s %-24s %-22s ours %.4g %s, peer %.4g, ratio %.3g, goal %s: %t\n", r.clock(), row.Case, row.PeerName, row.Ours, row.Unit, row.Peer, row.Ratio, row.Goal, row.Pass)
	return r.enc.Encode(row)
}

// clock is the minutes and seconds since the suite began.
func (r *recorder) clock() string {
	s := int(time.Since(r.begun).Seconds())
	return fmt.Sprintf("%02d:%02d", s/60, s%60)
}

// settle is the time that a session gets to free what the garbage collector found.
const settle = 20 * time.Millisecond

// rest collects garbage and lets sessions free what was found.
func rest() {
	runtime.GC()
	time.Sleep(settle)
}

// times runs f reps times, each after a rest, and once before them all to warm up; seconds in ascending
// order.
func times(reps int, f func() error) ([]float64, error) { return repeat(reps, rest, f) }

// loop is times with one rest: what runs in a program that calls f again and again.
func loop(reps int, f func() error) ([]float64, error) {
	return repeat(reps, sync.OnceFunc(rest), f)
}

func repeat(reps int, before func(), f func() error) ([]float64, error) {
	if err := f(); err != nil {
		return nil, err
	}
	out := make([]float64, reps)
	for i := range out {
		before()
		t := time.Now()
		if err := f(); err != nil {
			return nil, err
		}
		out[i] = time.Since(t).Seconds()
	}
	slices.Sort(out)
	return out, nil
}

func median(v []float64) float64 { return v[len(v)/2] }
func spread(v []float64) float64 { return (v[len(v)-1] - v[0]) / median(v) }

// peer asks the interpreter for the seconds of a case, in ascending order.
func (r *recorder) peer(name string, reps int) ([]float64, error) {
	return r.peerOf(r.python, name, reps)
}

// peerOf is peer with an interpreter.
func (r *recorder) peerOf(python, name string, reps int) ([]float64, error) {
	return ask(exec.Command(python, "bench/peers.py", name, fmt.Sprint(reps)), os.Environ())
}

// ask runs a script whose last line is seconds, and returns them in ascending order.
func ask(cmd *exec.Cmd, env []string) ([]float64, error) {
	cmd.Env = env
	b, err := cmd.Output() // keeps what it says on stderr, for the error
	var ended *exec.ExitError
	if errors.As(err, &ended) {
		err = fmt.Errorf("%w: %s", err, ended.Stderr)
	}
	if err != nil {
		return nil, fmt.Errorf("%q: %w", cmd.Args, err)
	}
	var out []float64
	lines := strings.Split(strings.TrimSpace(string(b)), "\n")
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &out); err != nil || len(out) == 0 {
		return nil, fmt.Errorf("%q said %q", cmd.Args, b)
	}
	slices.Sort(out)
	return out, nil
}

func commit() string {
	b, err := exec.Command("git", "rev-parse", "--short", "HEAD").Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(b))
}

func cpu() string {
	b, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return runtime.GOARCH
	}
	for _, l := range strings.Split(string(b), "\n") {
		if k, v, ok := strings.Cut(l, ":"); ok && strings.TrimSpace(k) == "model name" {
			return fmt.Sprintf("%s, %d cores", strings.TrimSpace(v), runtime.NumCPU())
		}
	}
	return runtime.GOARCH
}
