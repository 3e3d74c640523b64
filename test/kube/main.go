// Command kubebox is a Kubernetes control plane in one file, for tests: etcd, kube-apiserver,
// kube-controller-manager, kube-scheduler and kubectl, each as its project builds it.
//
// It is the one by whose name it is called, through a link, or which its first argument names. One file is
// half the size of five, and takes half as long to link.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"go.etcd.io/etcd/server/v3/etcdmain"
	"k8s.io/component-base/cli"
	_ "k8s.io/component-base/logs/json/register"          // the log format that components offer
	_ "k8s.io/component-base/metrics/prometheus/clientgo" // what they measure of their clients
	_ "k8s.io/component-base/metrics/prometheus/version"  // and of themselves
	kubectl "k8s.io/kubectl/pkg/cmd"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	manager "k8s.io/kubernetes/cmd/kube-controller-manager/app"
	scheduler "k8s.io/kubernetes/cmd/kube-scheduler/app"
)

// parent is set by a test that wants its control plane killed when it ends, however it ends.
const parent = "KUBEBOX_PARENT"

const usage = "usage: kubebox etcd|kube-apiserver|kube-controller-manager|kube-scheduler|kubectl [flags]"

// The kernel is asked by the first thread, which stays as long as the process does.
func init() {
	if os.Getenv(parent) == "" {
		return
	}
	if _, _, err := syscall.RawSyscall(syscall.SYS_PRCTL, syscall.PR_SET_PDEATHSIG, uintptr(syscall.SIGKILL), 0); err != 0 {
		fmt.Fprintln(os.Stderr, "kubebox: prctl:", err)
		os.Exit(1)
	}
}

func main() {
	name := filepath.Base(os.Args[0])
	if name == "kubebox" {
		if len(os.Args) < 2 {
			fmt.Fprintln(os.Stderr, usage)
			os.Exit(2)
		}
		os.Args = os.Args[1:]
		name = os.Args[0]
	}
	os.Exit(run(name))
}

// run is the component of a name, until it ends: its exit code.
func run(name string) int {
	switch name {
	case "etcd":
		etcdmain.Main(os.Args)
		return 0
	case "kube-apiserver":
		return cli.Run(apiserver.NewAPIServerCommand())
	case "kube-controller-manager":
		return cli.Run(manager.NewControllerManagerCommand())
	case "kube-scheduler":
		return cli.Run(scheduler.NewSchedulerCommand())
	case "kubectl":
		if err := cli.RunNoErrOutput(kubectl.NewDefaultKubectlCommand()); err != nil {
			fmt.Fprintln(os.Stderr, "error:", err)
			return 1
		}
		return 0
	}
	fmt.Fprintf(os.Stderr, "kubebox: %q is none of its parts\n%s\n", name, usage)
	return 2
}
