package main

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strconv"
)

// A beaten is the peer that is the best so far in something.
type beaten struct {
	frameReply
	name string
}

// A contest is what the peers make of a case.
type contest struct {
	fastest, smallest beaten
	pandas            beaten    // what users come from
	right             []float64 // the digest of the judge's answer
	wrong             string    // what is wrong with ours, or ""
}

// peersOf asks the peers for a case, after ours.
func (f *frameBench) peersOf(name string, g frameGroup, ours frameReply) (c contest, err error) {
	c.wrong = ours.NotYet
	for _, lib := range g.peers {
		x, err := f.ask(lib, name, lib == g.judge() || g.tpch(), near(ours, c.fastest))
		if err != nil {
			return c, err
		}
		if lib == g.judge() {
			if c.right = x.Digest; c.wrong == "" && (x.NotYet != "" || !alike(ours.Digest, c.right)) {
				c.wrong = fmt.Sprintf("another answer than %s's %s", lib, x.NotYet)
			}
		} else if x.Digest != nil && !alike(x.Digest, c.right) {
			x.NotYet = "another answer than " + g.judge()
		}
		if x.NotYet != "" {
			fmt.Fprintf(os.Stderr, "%s %-24s %-22s %s\n", f.r.clock(), name, lib, x.NotYet)
			continue
		}
		if c.fastest.name == "" || median(x.Times) < median(c.fastest.Times) {
			c.fastest = beaten{x, lib}
		}
		if c.smallest.name == "" || x.Peak < c.smallest.Peak {
			c.smallest = beaten{x, lib}
		}
		if lib == "pandas" {
			c.pandas = beaten{x, lib}
		}
	}
	return c, nil
}

// near is how many seconds a run of a peer may take to be worth more of them: one that takes four times as
// long as ours, or twice as long as another peer, is not the one that ours is compared with.
func near(ours frameReply, fastest beaten) float64 {
	most := 0.0
	if len(ours.Times) > 0 {
		most = 4 * median(ours.Times)
	}
	if fastest.name != "" {
		best := 2 * median(fastest.Times)
		if most == 0 || best < most {
			most = best
		}
	}
	return most
}

// rowsOf is the rows of a case: time and memory beside the best peer's, and of a query of TPC-H the time
// beside pandas'.
func (f *frameBench) rowsOf(name string, g frameGroup) error {
	n := f.rows
	if g.tpch() {
		sf, err := strconv.ParseFloat(scale(), 64)
		if err != nil {
			return fmt.Errorf("FRAMES_SF: %w", err)
		}
		n = int(6_000_000 * sf)
	}
	ours, err := f.ask("mars", name, true, 0)
	if err != nil {
		return err
	}
	c, err := f.peersOf(name, g, ours)
	if err != nil {
		return err
	}
	row := Row{Case: name, N: n, Unit: "s", PeerName: c.fastest.name, Goal: fmt.Sprintf("%g of the best", g.goal), Digest: c.right}
	if c.fastest.name != "" {
		row.Peer = median(c.fastest.Times)
	}
	if c.wrong != "" || c.fastest.name == "" {
		row.Digest = nil // there are no rows of Go
		row.Goal = "not yet: " + cmp.Or(c.wrong, "no peer has it")
		return f.r.add(row)
	}
	row.Ours, row.Reps, row.Spread = median(ours.Times), len(ours.Times), spread(ours.Times)
	row.Pass = row.Ours <= g.goal*row.Peer
	if !row.Pass {
		if row.Profile, err = f.profile(name); err != nil {
			return err
		}
	}
	if err := f.r.add(row); err != nil {
		return err
	}
	if g.tpch() && c.pandas.name != "" {
		row.Case, row.PeerName, row.Peer, row.Goal = name+"_pandas", "pandas", median(c.pandas.Times), "not slower"
		row.Pass, row.Profile, row.Digest = row.Ours <= row.Peer, "", nil
		if err := f.r.add(row); err != nil {
			return err
		}
	}
	return f.r.add(Row{
		Case: name + "_memory", N: n, Unit: "MiB", Ours: ours.Peak / (1 << 20), Peer: c.smallest.Peak / (1 << 20), PeerName: c.smallest.name,
		Goal: "the least of them", Pass: ours.Peak <= c.smallest.Peak, Reps: len(ours.Times),
	})
}

// alike reports that two digests of frames_py/digest.py are of one answer: equal in its rows and the hash of
// what is exact, near in what is not.
func alike(a, b []float64) bool {
	const exact = 2
	if len(a) < exact || len(a) != len(b) || !slices.Equal(a[:exact], b[:exact]) {
		return false
	}
	return slices.EqualFunc(a, b, func(x, y float64) bool {
		d := x - y
		return max(d, -d) <= 1e-6+1e-7*max(y, -y)
	})
}
