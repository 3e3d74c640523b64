package tensor

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/op"
)

type triIndices struct {
	op.Recipe
	N    int
	K    int
	M    *int
	name string
}

func (o *triIndices) Row() string { return o.name }

func init() {
	op.Register[triIndices](op.Doc{
		Name: "tensor.tril_indices", Like: "numpy.tril_indices", Sig: "tril_indices(n, k=0, m=None)", Gives: "2", Summary: "Indexes of the triangle at and below a diagonal",
		Go: "TrilIndices(n, TriIndicesOptions)",
	}, triIndices{name: "tril_indices"})
	op.Register[triIndices](op.Doc{
		Name: "tensor.triu_indices", Like: "numpy.triu_indices", Sig: "triu_indices(n, k=0, m=None)", Gives: "2", Summary: "Indexes of the triangle at and above a diagonal",
		Go: "TriuIndices(n, TriIndicesOptions)",
	}, triIndices{name: "triu_indices"})
}

func (o *triIndices) Build() (rows, cols *Tensor) {
	below := &tri{N: o.N, M: o.M, K: o.K, Dtype: dtype.Bool}
	if o.name == "triu_indices" {
		below.K--
	}
	t := below.Build()
	if o.name == "triu_indices" {
		t = LogicalNot(t)
	}
	at := Nonzero(t)
	return at[0], at[1]
}
