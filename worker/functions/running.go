package functions

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/service"
)

// A Running is a call that runs.
type Running struct {
	Task string // of the Call
	Log  string
	Took service.Nanos // since its begin
	Far  float64       // how far it says it is, from 0 to 1
}

// Running are calls that have run for so long, or have said how far they are: at most so many, the longest
// first.
func (h *Host) Running(least service.Nanos, most int) []Running {
	h.mu.Lock()
	var rs []Running
	now := h.now()
	for _, p := range h.procs {
		if len(p.line) == 0 {
			continue
		}
		if c := p.sent[p.line[0]]; c != nil && (c.far > 0 || now-p.since >= least) {
			rs = append(rs, Running{c.Task, c.Log, now - p.since, c.far})
		}
	}
	h.mu.Unlock()
	slices.SortFunc(rs, func(a, b Running) int { return cmp.Or(cmp.Compare(b.Took, a.Took), cmp.Compare(a.Task, b.Task)) })
	return rs[:min(len(rs), most)]
}

// far takes how far the call of a process is.
func (p *process) far(f frame) error {
	if len(f.body) != 8 {
		return errs.New(errs.Invalid, "a fraction of %d bytes", len(f.body))
	}
	far := math.Float64frombits(binary.LittleEndian.Uint64(f.body))
	if !(far >= 0 && far <= 1) {
		return errs.New(errs.Invalid, "a call that is done to %v", far)
	}
	p.h.mu.Lock()
	defer p.h.mu.Unlock()
	if c := p.sent[f.call]; c != nil && c.proc == p {
		c.far = far
	}
	return nil
}
