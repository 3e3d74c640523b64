// Command nodebox is what a node of Kubernetes has of Kubernetes itself, in one file, for tests: kubelet and
// kube-proxy, each as its project builds it.
//
// It is the one by whose name it is called, through a link, or which its first argument names.
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"k8s.io/component-base/cli"
	_ "k8s.io/component-base/logs/json/register"          // the log format that components offer
	_ "k8s.io/component-base/metrics/prometheus/clientgo" // what they measure of their clients
	_ "k8s.io/component-base/metrics/prometheus/version"  // and of themselves
	proxy "k8s.io/kubernetes/cmd/kube-proxy/app"
	kubelet "k8s.io/kubernetes/cmd/kubelet/app"
)

const usage = "usage: nodebox kubelet|kube-proxy [flags]"

func main() {
	name := filepath.Base(os.Args[0])
	if name == "nodebox" {
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
	case "kubelet":
		return cli.Run(kubelet.NewKubeletCommand(context.Background()))
	case "kube-proxy":
		return cli.Run(proxy.NewProxyCommand())
	}
	fmt.Fprintf(os.Stderr, "nodebox: %q is none of its parts\n%s\n", name, usage)
	return 2
}
