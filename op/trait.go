package op

import (
	"crypto/rand"
	"encoding/binary"

	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel"
)

// An Operand is the parameters of one operator, with its three moments.
type Operand interface {
	Infer(in []Meta) ([]Meta, error) // meta of a value, and of a Chunk or Final chunk from its chunks; no data
	Tile(t *Tiler) error             // chunks; no data
	Exec(x *Exec) error              // one chunk of one stage
}

// Optional methods of an operand.
type (
	// A Stager describes the partials of a stage. A nil answer means Infer.
	Stager interface {
		StageMeta(s Stage, in []Meta) ([]Meta, error)
	}
	// A StageNamer names the stages that are its own.
	StageNamer interface{ StageName(s Stage) string }
	// A Lowerer turns its Chunk or Map stage into instructions of a block program. Register 0 declines: Exec
	// runs.
	Lowerer interface {
		Lower(b *kernel.Builder, in []kernel.Reg) kernel.Reg
	}
	// A Picker gives one column of its only input, a frame, as it is. A Picker that lowers has that column as
	// its input there.
	Picker interface{ Pick() frame.Label }
	// A Looker says how the result depends on the row order of input i. Without it: Looks.
	Looker interface{ Look(i int) Look }
	// A Labeler says how the result depends on the row labels of input i. Without it: Looks.
	Labeler interface{ Labels(i int) Look }
	// A LabelMeeter says whether rows of inputs meet by label, though labels only pass: then those of inputs
	// with other indexes are looked at.
	LabelMeeter interface{ MeetsLabels(in []Meta) bool }
	// A Rower is a row of a family: one Go type, many names.
	Rower interface{ Row() string }
	// A Normalizer brings parameters to one form when the node is built, so that equal calls have equal keys:
	// axis -1 of two is axis 1.
	Normalizer interface{ Normalize(in []Meta) error }
	// An Opener reads what it must know of the world before Infer: the columns of a file. It is called once,
	// where the files are, when the node is built.
	Opener interface{ Open(fs FS) error }
	// An Aparter takes what an exchange sends it in pieces, a Tuple in order of the mappers without those
	// that are nil, where others find them joined.
	Aparter interface{ Apart(s Stage) bool }
	// A Parter is a source that holds its data. PartOf is the source of the box of one chunk alone, which
	// lies at the origin there: what travels to the worker that runs the chunk. Nil: all of it, for it is
	// small.
	Parter interface{ PartOf(lo, size []int) Operand }
	// A Giver is a source whose value is data that it holds, *nd.Array or *frame.Frame, in chunks of so many
	// elements along each axis, or as they come: a client may send the data before the graph.
	Giver interface {
		Given() (v any, chunk []int)
	}
)

// Look is how an operator depends on the order or the labels of its input's rows.
type Look int

const (
	Looks   Look = iota // needs them
	Passes              // needs them if its consumer does; of labels also where they are moved, as a filter does
	Ignores             // same result without them
)

// Traits, to embed. Their exported fields are parameters that no signature names.
type (
	// Elementwise gives Tile, Exec, Look and Labels to an operator that has Lower.
	Elementwise struct{}
	// Rowwise keeps rows one to one, or drops some: one chunk to one chunk, order and labels pass.
	Rowwise struct{}
	// Carry marks an operator that takes pending dtypes and open schemas as they are.
	Carry struct{}
	// Seeded operators draw: the seed is an attribute, so two rand() differ and each is repeatable.
	Seeded struct{ Seed *uint64 }
	// External operators read the world: the identity (path, size, mtime or ETag) is part of the key and is
	// checked again when a chunk is read.
	External struct{ Identity string }
	// Effect operators write: never shared, never raced, and each attempt has its own temporary name.
	Effect struct{ Nonce uint64 }
	// Opaque operators run user code. Unless deterministic they are never shared and never assumed
	// repeatable.
	Opaque struct {
		Nonce         uint64
		Deterministic bool
	}
	// Process operators call a function in a process of its own, and do little else. They are Opaque.
	Process struct{}
)

// Tile is Map over all inputs.
func (Elementwise) Tile(t *Tiler) error { return t.Out(t.Map(t.Ins()...)) }

// Exec runs only where Lower declined, which an element-wise operator without Exec must not do.
func (Elementwise) Exec(x *Exec) error { return x.declined() }

// Look passes.
func (Elementwise) Look(int) Look { return Passes }

// Labels pass.
func (Elementwise) Labels(int) Look { return Passes }

// Tile is Map over all inputs.
func (Rowwise) Tile(t *Tiler) error { return t.Out(t.Map(t.Ins()...)) }

// Look passes.
func (Rowwise) Look(int) Look { return Passes }

// Labels pass.
func (Rowwise) Labels(int) Look { return Passes }

func (Carry) carries()           {}
func (Effect) effect()           {}
func (Process) process()         {}
func (Opaque) opaque()           {}
func (External) external()       {}
func (Elementwise) elementwise() {}

// SmallLiteral is the bytes up to which a Parter travels whole: once for many chunks.
const SmallLiteral = 2 << 10

type (
	carrier  interface{ carries() }
	effecter interface{ effect() }
	opaquer  interface{ opaque() }
	outsider interface{ external() }
	drawer   interface{ draw() }
)

// Random64 is a fresh random number: a seed nobody gave, the nonce of an effect.
func Random64() uint64 {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails, says crypto/rand
	return binary.LittleEndian.Uint64(b[:])
}

func (s *Seeded) draw() {
	if s.Seed == nil {
		s.Seed = new(uint64)
		*s.Seed = Random64() >> 1
	}
}

func (e *Effect) draw() {
	if e.Nonce == 0 {
		e.Nonce = Random64()
	}
}

func (o *Opaque) draw() {
	if !o.Deterministic && o.Nonce == 0 {
		o.Nonce = Random64()
	}
}

// Carries reports that o takes pending dtypes and open schemas as they are.
func Carries(o Operand) bool { _, ok := o.(carrier); return ok }

// IsEffect reports that o writes to the world.
func IsEffect(o Operand) bool { _, ok := o.(effecter); return ok }

// InProcess reports that o calls its function in a process.
func InProcess(o Operand) bool { _, ok := o.(interface{ process() }); return ok }

// IsOpaque reports that o runs user code.
func IsOpaque(o Operand) bool { _, ok := o.(opaquer); return ok }

// A Beginner is an operand that may be one of those that never begin twice.
type Beginner interface{ BeginsOnce() bool }

// BeginsOnce reports that a run of o that may have begun is not run again.
func BeginsOnce(o Operand) bool { b, ok := o.(Beginner); return ok && b.BeginsOnce() }

// IsExternal reports that o reads the world.
func IsExternal(o Operand) bool { _, ok := o.(outsider); return ok }

// LookOf is how o depends on the order of input i.
func LookOf(o Operand, i int) Look {
	if l, ok := o.(Looker); ok {
		return l.Look(i)
	}
	return Looks
}

// LabelsIn is how n depends on the labels of input k: also of those that it passes on, where it meets rows by
// labels that may differ.
func LabelsIn(n *Node, k int) Look {
	l := LabelsOf(n.Op, k)
	m, ok := n.Op.(LabelMeeter)
	if l == Looks || !ok {
		return l
	}
	in := metas(n.In)
	if !m.MeetsLabels(in) {
		return l
	}
	for i := range in[1:] {
		if in[i+1].Kind != Tensor && in[i+1].Index.Token != in[0].Index.Token {
			return Looks
		}
	}
	return l
}

// LabelsOf is how o depends on the labels of input i.
func LabelsOf(o Operand, i int) Look {
	if l, ok := o.(Labeler); ok {
		return l.Labels(i)
	}
	return Looks
}
