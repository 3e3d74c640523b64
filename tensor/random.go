package tensor

import (
	"sync/atomic"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/op"
)

// Random draws tensors, as numpy.random.RandomState does. Every call has a seed of its own, and every element
// depends on that seed and on its position alone: neither chunks nor workers change it. The numbers are not
// those of NumPy for the same seed. The zero value takes fresh seeds; that of NewRandom derives them, so that
// the same calls in the same order give the same tensors.
type Random struct {
	seed  uint64
	fixed bool
	calls atomic.Uint64
}

// NewRandom is a Random whose tensors are the same in every run.
func NewRandom(seed uint64) *Random { return &Random{seed: seed, fixed: true} }

// Sample is the options of draws.
type Sample struct {
	Size  []int       // shape; nil for that of the parameters together
	DType dtype.DType // zero for float64, or int64 where integers are drawn
	Chunk []int       // chunk lengths: one number for all axes, or one for each; nil for the default of the dtype
}

// next is the seed of the next call: SplitMix64 of Steele, Lea and Flood, "Fast Splittable Pseudorandom
// Number Generators" (OOPSLA 2014).
func (r *Random) next() op.Seeded {
	if r == nil || !r.fixed {
		return op.Seeded{}
	}
	z := r.seed + r.calls.Add(1)*0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	z ^= z >> 31
	return op.Seeded{Seed: &z}
}

func sampleOf(o []Sample) Sample {
	if len(o) == 0 {
		return Sample{}
	}
	return o[0]
}

// Rand is uniform numbers in [0, 1) of the given shape, with a fresh seed.
func Rand(shape ...int) *Tensor { return (*Random)(nil).Rand(shape...) }

// Randn is standard normal numbers of the given shape, with a fresh seed.
func Randn(shape ...int) *Tensor { return (*Random)(nil).Randn(shape...) }

// Uniform is Random.Uniform with a fresh seed.
func Uniform(low, high any, o ...Sample) *Tensor { return (*Random)(nil).Uniform(low, high, o...) }

// Normal is Random.Normal with a fresh seed.
func Normal(loc, scale any, o ...Sample) *Tensor { return (*Random)(nil).Normal(loc, scale, o...) }

// Randint is Random.Randint with a fresh seed.
func Randint(low, high int64, o ...Sample) *Tensor { return (*Random)(nil).Randint(low, high, o...) }

// Choice is Random.Choice with a fresh seed.
func Choice(a any, o ...ChoiceOptions) *Tensor { return (*Random)(nil).Choice(a, o...) }

// Permutation is Random.Permutation with a fresh seed.
func Permutation(a any) *Tensor { return (*Random)(nil).Permutation(a) }

// Rand is uniform numbers in [0, 1) of the given shape.
func (r *Random) Rand(shape ...int) *Tensor { return r.draw("rand", Sample{Size: Shape(shape...)}) }

// Randn is standard normal numbers of the given shape.
func (r *Random) Randn(shape ...int) *Tensor { return r.draw("randn", Sample{Size: Shape(shape...)}) }

// RandomSample is uniform numbers in [0, 1).
func (r *Random) RandomSample(o ...Sample) *Tensor {
	if err := op.Once(o); err != nil {
		return bad("tensor.random.random_sample", err)
	}
	return r.draw("random_sample", sampleOf(o))
}

// Uniform is uniform numbers in [low, high).
func (r *Random) Uniform(low, high any, o ...Sample) *Tensor {
	if err := op.Once(o); err != nil {
		return bad("tensor.random.uniform", err)
	}
	return r.draw("uniform", sampleOf(o), low, high)
}

// StandardNormal is normal numbers of mean 0 and deviation 1.
func (r *Random) StandardNormal(o ...Sample) *Tensor {
	if err := op.Once(o); err != nil {
		return bad("tensor.random.standard_normal", err)
	}
	return r.draw("standard_normal", sampleOf(o))
}

// Normal is normal numbers of mean loc and deviation scale.
func (r *Random) Normal(loc, scale any, o ...Sample) *Tensor {
	if err := op.Once(o); err != nil {
		return bad("tensor.random.normal", err)
	}
	return r.draw("normal", sampleOf(o), loc, scale)
}
