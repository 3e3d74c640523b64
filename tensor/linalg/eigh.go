package linalg

import (
	"strings"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/linalg"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// Eigh is the operand of ?.
type Eigh struct {
	Uplo string
	name string
}

func (o *Eigh) Row() string { return o.name }

func init() {
	for name, summary := range map[string]string{
		"eigh": "Eigenvalues and eigenvectors of Hermitian matrices", "eigvalsh": "Eigenvalues of Hermitian matrices",
	} {
		gives := ""
		if name == "eigh" {
			gives = "EighResult eigenvalues eigenvectors"
		}
		op.Register[Eigh](op.Doc{
			Name: "tensor.linalg." + name, Like: "numpy.linalg." + name, Sig: name + "(a, uplo='L')", Forms: "uplo=as:UPLO",
			Summary: summary, Notes: "Vectors are given up to a factor of absolute value 1.", Gives: gives,
		}, Eigh{name: name})
	}
}

// Normalize checks which triangle is meant.
func (o *Eigh) Normalize([]op.Meta) error {
	if o.Uplo = strings.ToUpper(o.Uplo); o.Uplo != "L" && o.Uplo != "U" {
		return errs.New(errs.Invalid, "UPLO argument must be 'L' or 'U'")
	}
	return nil
}

func (o *Eigh) Infer(in []op.Meta) ([]op.Meta, error) {
	d, err := squareMatrices(in[0])
	if err != nil {
		return nil, err
	}
	lead, n := splitMatrix(in[0])
	w := op.NewTensor(chunk.RealOf(d), append(lead, n)...)
	if o.name == "eigvalsh" {
		return []op.Meta{w}, nil
	}
	return []op.Meta{w, op.NewTensor(d, append(lead, n, n)...)}, nil
}

func (o *Eigh) Tile(t *op.Tiler) error {
	g := t.Map(matrices(t, 0))
	w := ofRank(g, len(t.Meta(0).Dims))
	if o.name == "eigvalsh" {
		return t.Out(w)
	}
	return t.Out(w, g.Out(1))
}

func (o *Eigh) Exec(x *op.Exec) error {
	d, err := squareMatrices(x.InMeta(0))
	if err != nil {
		return err
	}
	a, err := chunk.Cast(x, x.Array(0), d)
	if err != nil {
		return err
	}
	w, v, err := linalg.Eigh(x.Mem(), x.Parallel, a, o.Uplo == "U", o.name == "eigh")
	if err != nil {
		return err
	}
	if v != nil {
		_ = x.Put(1, v)
	}
	return x.Put(0, w)
}
