package kubetest

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
)

// Where scripts/kube.sh puts what tests need.
const (
	assetsEnv   = "MARS_KUBE_ASSETS"   // the folder of programs
	operatorEnv = "MARS_KUBE_OPERATOR" // the operator's program
)

var errAssets = errors.New("kubetest: " + assetsEnv + " and " + operatorEnv +
	" are not set: run make kube, or scripts/kube.sh ARGS")

// asset is the path of a program.
func asset(name string) string { return filepath.Join(os.Getenv(assetsEnv), name) }

// Program is the path of a program of the control plane, such as helm.
func Program(name string) string { return asset(name) }

// File is the path of a file of the module, below its root.
func File(path ...string) string {
	_, here, _, _ := runtime.Caller(0)
	return filepath.Join(append([]string{filepath.Dir(here), "..", ".."}, path...)...)
}
