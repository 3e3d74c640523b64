package remote

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// Reference calls a function of pandas, NumPy or SciPy that has no operator: that function itself, in one
// process, on whole values. It is a Spawn that is not begun where its process had no room for it.
type Reference struct {
	Spawn
	Name   string  // "DataFrame.interpolate"
	Factor float64 // how many bytes it needs for each of its inputs
	Limit  int     // the most that it may need, in bytes; 0: nobody asks
}

func init() {
	op.Register[Reference](op.Doc{
		Face: "inner", Name: "remote.reference",
		Sig:     "reference(func, *inputs, args=None, apart=False, python='', n_output=None, retry=False, once=False, timeout=0, slots=0, memory=0, where=None, env=False, packages=False, types=None, shape=None, log='', name='', factor=0, limit=0)",
		Summary: "Result of a function of pandas, NumPy or SciPy that has no operator", Notes: "It runs on one core, in one process.",
	})
}

// Infer is that of Spawn.
func (o *Reference) Infer(in []op.Meta) ([]op.Meta, error) {
	if !(o.Factor >= 0) || o.Limit < 0 {
		return nil, errs.New(errs.Invalid, "%g bytes for each of its inputs, %d in all", o.Factor, o.Limit)
	}
	return o.Spawn.Infer(in)
}

// Tile is one task of whole inputs. Nothing moves before it is known that they have room.
func (o *Reference) Tile(t *op.Tiler) error {
	if o.Limit > 0 && len(t.Ins()) > 1 {
		if err := t.Need(op.Stats, t.Ins()[1:]...); err != nil {
			return err
		}
		var bytes int64
		for _, g := range t.Ins()[1:] {
			for k := range g.Edges {
				bytes += t.Facts(g, k).Bytes
			}
		}
		if need := float64(bytes) * o.Factor; need > float64(o.Limit) {
			return t.Fail(errs.New(errs.OutOfMemory,
				"%s has no parallel version yet: on one core it needs %g times its inputs, %.0f bytes, and mars.options.reference_bytes is %d",
				o.Name, o.Factor, need, o.Limit))
		}
	}
	return o.Spawn.Tile(t)
}
