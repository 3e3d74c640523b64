package main

import (
	"fmt"
	"strings"
)

// A pyPackage is a package or module below mars.tensor: functions that are generated, with what else is
// there, and what the reference answers for by name.
type pyPackage struct {
	path      string // below python/mars/tensor
	doc       string
	reference string   // the module that has these names
	generated bool     // there are functions of operators
	imports   []string // more names, "module: a b"; of a relative module they are sorted behind the others
}

var pyPackages = []pyPackage{
	{"fft/__init__", "Discrete Fourier transforms.", "numpy.fft", true, nil},
	{"linalg/__init__", "Linear algebra on tensors.", "numpy.linalg", true, []string{"numpy.linalg: LinAlgError", ".._gen: dot inner innerproduct matmul tensordot vdot"}},
	{"spatial/__init__", "Spatial algorithms of scipy.spatial.", "", false, []string{".: distance"}},
	{"spatial/distance", "Distances of scipy.spatial.distance: by reference, where SciPy is there.", "scipy.spatial.distance", false, nil},
	{"special/__init__", "Special functions of scipy.special.", "scipy.special", true, nil},
	{"stats", "Statistics of scipy.stats: by reference, where SciPy is there.", "scipy.stats", false, nil},
}

// file is the text of the module.
func (p *pyPackage) file() []byte {
	up := strings.Repeat(".", 2+strings.Count(p.path, "/"))
	var b, all strings.Builder
	fmt.Fprintf(&b, "%s\"\"\"%s\"\"\"\n\n", header, p.doc)
	for _, relative := range []bool{false, true} {
		for _, i := range p.imports {
			from, names, _ := strings.Cut(i, ": ")
			if strings.HasPrefix(from, ".") != relative {
				continue
			}
			fmt.Fprintf(&b, "from %s import %s\n", from, strings.Join(strings.Fields(names), ", "))
			for _, n := range strings.Fields(names) {
				fmt.Fprintf(&all, ", %q", n)
			}
			if !relative {
				b.WriteString("\n")
			}
		}
		if !relative && p.reference != "" {
			fmt.Fprintf(&b, "from %s_core.call import names_of\n", up)
		}
	}
	if p.generated {
		b.WriteString("from ._gen import *  # noqa: F403\nfrom ._gen import LIKE  # noqa: F401\nfrom ._gen import __all__ as _generated\n")
		fmt.Fprintf(&b, "\n__all__ = [*_generated%s]\n", all.String())
	} else {
		fmt.Fprintf(&b, "\n__all__ = [%s]\n", strings.TrimPrefix(all.String(), ", "))
	}
	if p.reference != "" {
		fmt.Fprintf(&b, "\n__getattr__, __dir__ = names_of(__name__, %q, __all__)\n", p.reference)
	}
	return []byte(b.String())
}
