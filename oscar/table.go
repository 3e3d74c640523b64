package oscar

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/mars-project/mars-go/errs"
)

// handler is a def whose types are not known.
type handler interface {
	// serve makes the message of a request that came over a link.
	serve(p *Port, c *cell, f Frame) (message, error)
	types() (in, out reflect.Type)
}

// table maps names to methods. It grows while packages initialise; readers take no lock.
type table struct {
	mu sync.Mutex
	m  atomic.Pointer[map[string]handler]
}

var methods table

func (t *table) add(name string, h handler) {
	t.mu.Lock()
	defer t.mu.Unlock()
	next := map[string]handler{}
	if old := t.m.Load(); old != nil {
		maps.Copy(next, *old)
	}
	if next[name] != nil || len(name) > maxName {
		panic("oscar: method name " + name + " is taken or too long")
	}
	next[name] = h
	t.m.Store(&next)
}

func (t *table) get(name string) handler {
	if m := t.m.Load(); m != nil {
		return (*m)[name]
	}
	return nil
}

// intern is b as a string, without making one when it is the name of a method.
func (t *table) intern(b []byte) string {
	if m := t.m.Load(); m != nil {
		if h, ok := (*m)[string(b)].(interface{ id() string }); ok {
			return h.id()
		}
	}
	return string(b)
}

// CheckMethods tries to encode the zero argument and result of every method of the program whose name begins
// with prefix. The error names those that could not travel between nodes.
func CheckMethods(prefix string) error {
	var bad []string
	m := methods.m.Load()
	if m == nil {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(*m)) {
		if !strings.HasPrefix(name, prefix) || strings.HasSuffix(name, "[]") {
			continue
		}
		in, out := (*m)[name].types()
		for _, t := range []reflect.Type{in, out} {
			if _, err := Encode(reflect.New(t).Interface()); err != nil {
				bad = append(bad, name+": "+err.Error())
			}
		}
	}
	if bad != nil {
		return errs.New(errs.Invalid, "methods that cannot travel: %s", strings.Join(bad, "; "))
	}
	return nil
}
