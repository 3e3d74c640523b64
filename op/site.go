package op

import (
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
)

const module = "github.com/mars-project/mars-go/"

// inside are the packages whose frames are ours and not the user's, and the rooms below them.
var inside = []string{"op", "graph", "tensor", "dataframe", "remote", "learn"}

// sites are the lines of stacks that were resolved: a program has few of them, and its loops come by again.
var sites sync.Map // [10]uintptr -> string

// A Site is where the user built a node. It is resolved only when somebody reads it.
type Site struct {
	pcs  [10]uintptr
	text string
	once sync.Once
}

// SiteAt is a site in other words: the line of a Python script.
func SiteAt(text string) *Site { return &Site{text: text} }

// Here is the line of the user who calls the operator packages, for who builds many nodes deep in calls of
// its own.
func Here() *Site { return here(2) }

// nearby is how many frames mostly reach the user: each that is walked costs as much as ten allocations where
// its tables are not in the caches.
const nearby = 6

// innards are places in code that were met at the end of nearby frames, and whether they are ours.
var innards sync.Map // uintptr -> bool

// here is the stack above skip frames, or so much of it that the user is in it.
func here(skip int) *Site {
	s := &Site{}
	if runtime.Callers(skip, s.pcs[:nearby]) == nearby && innard(s.pcs[nearby-1]) {
		runtime.Callers(skip, s.pcs[:])
	}
	return s
}

// innard reports that a place in code is in a function of ours.
func innard(pc uintptr) bool {
	if is, ok := innards.Load(pc); ok {
		return is.(bool)
	}
	f, _ := runtime.CallersFrames([]uintptr{pc}).Next()
	is := ours(f.Function)
	innards.Store(pc, is)
	return is
}

// String is file:line of the first frame outside the operator packages.
func (s *Site) String() string {
	if s == nil {
		return ""
	}
	s.once.Do(s.resolve)
	return s.text
}

func (s *Site) resolve() {
	if s.text != "" {
		return
	}
	n := 0
	for n < len(s.pcs) && s.pcs[n] != 0 {
		n++
	}
	if text, ok := sites.Load(s.pcs); ok {
		s.text = text.(string)
		return
	}
	fr := runtime.CallersFrames(s.pcs[:n])
	for {
		f, more := fr.Next()
		if !ours(f.Function) || !more {
			s.text = fmt.Sprintf("%s:%d", filepath.Base(f.File), f.Line)
			sites.Store(s.pcs, s.text)
			return
		}
	}
}

func ours(fn string) bool {
	rest, ok := strings.CutPrefix(fn, module)
	if !ok {
		return strings.HasPrefix(fn, "reflect.")
	}
	pkg, _, _ := strings.Cut(rest, ".")
	base, _, _ := strings.Cut(pkg, "/")
	return slices.Contains(inside, base) && !strings.HasSuffix(pkg, "_test")
}
