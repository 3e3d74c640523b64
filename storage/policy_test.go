package storage

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/mem"
)

var rewrite = flag.Bool("rewrite", false, "write what the stories say now into testdata")

// TestPolicyStories tells the policy what happens, line by line, and compares its answers and its state with
// the story.
func TestPolicyStories(t *testing.T) {
	const name = "testdata/policy.txt"
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, story := range strings.Split(strings.TrimSpace(string(text)), "\n\n") {
		in, _, _ := strings.Cut(story, "\n----")
		lines := []string{in, "----"}
		s := &teller{blocks: map[string]*mem.Block{}, all: map[string]*entry{}, of: map[string]*account{}}
		for _, l := range strings.Split(in, "\n") {
			if l, _, _ := strings.Cut(l, "#"); strings.TrimSpace(l) != "" {
				if a := s.do(strings.Fields(l)); a != "" {
					lines = append(lines, strings.TrimSpace(l)+": "+a)
				}
			}
		}
		out = append(out, strings.Join(append(lines, s.state()), "\n"))
	}
	got := strings.Join(out, "\n\n") + "\n"
	if *rewrite {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got != string(text) && !*rewrite {
		t.Errorf("the stories end differently; run with -rewrite and look at the difference\n%s", got)
	}
}

// teller is a policy, and names for what it deals with.
type teller struct {
	p      *policy
	pool   *mem.Pool
	blocks map[string]*mem.Block
	all    map[string]*entry
	of     map[string]*account
}

func (s *teller) do(f []string) string {
	if f[0] == "policy" { // policy cache soft [disk]
		s.p = newPolicy(num(f[1]), num(f[2]), len(f) > 3)
		s.pool = mem.NewPool(0)
		return ""
	}
	p := s.p
	var e *entry
	if len(f) > 1 {
		e = s.all[f[1]]
	}
	switch f[0] {
	case "session": // session name memory disk
		s.of[f[1]] = &account{session: f[1], Quota: Quota{num(f[2]), num(f[3])}, idle: list{k: ofSession}}
	case "charge":
		if err := s.of[f[1]].charge(num(f[2]), "it"); err != nil {
			return "refused"
		}
	case "credit":
		s.of[f[1]].credit(num(f[2]))
	case "large": // its file would have so many bytes, and was refused
		e.own.need = num(f[2])
	case "room": // room bytes [session]
		if len(f) > 2 {
			return s.verdict(p.room(num(f[1]), s.of[f[2]], num(f[1])))
		}
		return s.verdict(p.room(num(f[1]), nil, 0))
	case "relief":
		return s.verdict(p.relief())
	case "alone":
		return fmt.Sprint(p.alone(num(f[1])))
	case "background":
		switch e, drop := p.background(num(f[1])); {
		case e == nil:
			return "nothing"
		case drop:
			return s.verdict(evict, e)
		default:
			return "write " + e.key + " ahead"
		}
	case "keep": // keep key block:bytes...
		if e == nil {
			name, of, _ := strings.Cut(f[1], "@") // key@session
			f[1] = name
			e = &entry{key: f[1]}
			if a := s.of[of]; a != nil {
				e.own = &owned{account: a}
			}
			s.all[f[1]], p.entries[f[1]] = e, e
		}
		var blocks []*mem.Block
		for _, b := range f[2:] {
			name, size, _ := strings.Cut(b, ":")
			if s.blocks[name] == nil {
				s.blocks[name], _ = s.pool.Alloc(int(num(size)))
			} else {
				s.blocks[name].Retain()
			}
			blocks = append(blocks, s.blocks[name])
		}
		p.keep(e, Parts{}, blocks)
	case "hold": // another one holds the block too
		s.blocks[f[1]].Retain()
	case "free":
		s.blocks[f[1]].Release()
	case "pin":
		p.pin(e)
	case "unpin":
		p.unpin(e)
		return ended(p.over(e))
	case "write":
		p.begin(e, writing)
	case "load":
		p.begin(e, loading)
	case "done":
		if e.job == writing {
			e.file = &spilled{name: e.key}
		}
		p.end(e)
		return ended(p.over(e))
	case "failed":
		p.end(e)
		return ended(p.over(e))
	case "drop":
		for _, b := range p.drop(e) {
			b.Release()
		}
	case "remove":
		return ended(p.remove(e))
	default:
		panic(f[0])
	}
	return ""
}

func ended(over bool) string {
	if over {
		return "ends"
	}
	return ""
}

func (s *teller) verdict(v verdict, e *entry) string {
	if e == nil {
		return v.String()
	}
	if e.file == nil {
		return v.String() + " " + e.key + " after writing it"
	}
	return v.String() + " " + e.key
}

func (s *teller) state() string {
	keys := func(l list) string {
		var out []string
		for e := l.first; e != nil; e = e.place(l.k).next {
			out = append(out, e.key)
		}
		return strings.Join(out, " ")
	}
	var disk []string
	for _, e := range s.all {
		if e.file != nil {
			disk = append(disk, e.key)
		}
	}
	sort.Strings(disk)
	var of []string
	for _, name := range slices.Sorted(maps.Keys(s.of)) {
		a := s.of[name]
		var idle []string
		for e := a.idle.first; e != nil; e = e.own.link.next {
			idle = append(idle, e.key)
		}
		of = append(of, fmt.Sprintf("\n%s: stored %d, on disk %d, idle [%s]", name, a.stored(), a.disk.Load(), strings.Join(idle, " ")))
	}
	return fmt.Sprintf("stored %d, idle [%s], pinned [%s], files [%s]", s.p.stored(), keys(s.p.idle), keys(s.p.pinned), strings.Join(disk, " ")) + strings.Join(of, "")
}

func num(s string) int64 {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		panic(err)
	}
	return n
}
