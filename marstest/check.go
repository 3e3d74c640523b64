package marstest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// An Option changes a check.
type Option func(*options)

type options struct {
	tol    Tolerance
	chunks []int
	order  bool
}

// Tol allows floats to differ by abs + rel*|want|. The default is 1e-12 relative and 0 absolute.
func Tol(rel, abs float64) Option { return func(o *options) { o.tol = Tolerance{rel, abs} } }

// ChunkBytes are the chunk limits a check tiles with, besides one chunk for all. The default is 64, 200 and
// 1000 bytes.
func ChunkBytes(n ...int) Option { return func(o *options) { o.chunks = n } }

// Tolerance is how far floats may differ.
type Tolerance struct{ Rel, Abs float64 }

// A way is one way of running a value that must not change its answer.
type way struct {
	name string
	loop Loop
}

func ways(o options) []way {
	ws := []way{{"one chunk", Loop{ChunkBytes: 1 << 40}}, {"one chunk of narrow integers", Loop{ChunkBytes: 1 << 40, Narrow: true}}}
	for i, n := range o.chunks {
		fused := way{fmt.Sprintf("chunks of %d bytes", n), Loop{ChunkBytes: n}}
		if i == 1 {
			fused.name, fused.loop.Eager = fused.name+", asked early", true
		}
		ws = append(ws, fused)
		plain := way{fmt.Sprintf("chunks of %d bytes, not fused", n), Loop{ChunkBytes: n, NoFuse: true}}
		switch i {
		case 0:
			plain.name, plain.loop.NoRules = plain.name+", without rules", true
		case 1:
			plain.name, plain.loop.Narrow = plain.name+", narrow integers", true
		}
		ws = append(ws, plain)
	}
	return ws
}

// Check runs a handle in every way and compares each answer with want: a Golden, an *nd.Array, a
// *frame.Frame, or an error kind for a call that must fail. A Golden that is an exception wants an error of
// the kind that Python raises it for, with the same words in it.
func Check(t *testing.T, name string, h op.Handle, want any, opts ...Option) {
	t.Helper()
	o := options{tol: Tolerance{Rel: 1e-12}, chunks: []int{64, 200, 1000}}
	for _, f := range opts {
		f(&o)
	}
	t.Run(name, func(t *testing.T) {
		t.Helper()
		travels(t, h)
		for _, w := range ways(o) {
			l := w.loop
			got, err := l.Run(h.Value())
			var v any
			if err == nil {
				v = got[0]
			}
			judge(t, o, w.name, v, err, want)
		}
		remote(t, o, h, want)
		covered(t, h)
	})
}

// judge compares what came of one way with what is wanted.
func judge(t *testing.T, o options, way string, got any, err error, want any) {
	t.Helper()
	if kind, text, ok := wantsError(want); ok {
		if !errs.Is(err, kind) || !strings.Contains(err.Error(), text) && !strings.Contains(errs.PythonOf(err), text) {
			t.Errorf("%s: %v, want an error of kind %s: %s", way, err, kind, text)
		}
		return
	}
	if err != nil {
		t.Errorf("%s: %v", way, err)
		return
	}
	if g, ok := want.(Golden); ok {
		want = g.Value(t)
	}
	if d := Diff(got, want, o.tol); d != "" {
		t.Errorf("%s: %s", way, d)
	}
}

// wantsError is the kind and the words of the error that want stands for.
func wantsError(want any) (kind errs.Kind, text string, ok bool) {
	switch w := want.(type) {
	case errs.Kind:
		return w, "", true
	case Golden:
		if w.Kind != "error" {
			return 0, "", false
		}
		switch {
		case strings.HasSuffix(w.Type, "TypeError"):
			return errs.Type, w.Text, true
		case w.Type == "IndexError", w.Type == "KeyError":
			return errs.NotFound, w.Text, true
		}
		return errs.Invalid, w.Text, true
	}
	return 0, "", false
}
