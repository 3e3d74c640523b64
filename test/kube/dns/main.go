// Command dns is the name server of a Kubernetes cluster of tests: CoreDNS with the parts that such a
// cluster needs, which is a tenth of it.
package main

import (
	_ "github.com/coredns/coredns/plugin/errors"
	_ "github.com/coredns/coredns/plugin/kubernetes"
	_ "github.com/coredns/coredns/plugin/ready"

	"github.com/coredns/coredns/core/dnsserver"
	"github.com/coredns/coredns/coremain"
)

// The order is that in which parts see a question.
func init() { dnsserver.Directives = []string{"ready", "errors", "kubernetes"} }

func main() { coremain.Run() }
