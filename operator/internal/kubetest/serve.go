package kubetest

import (
	"fmt"
	"regexp"
	"strconv"
	"testing"
)

// Forward is the address of a "kubectl port-forward" that ends with the test.
func (c *Cluster) Forward(t testing.TB, namespace, to string, port int) string {
	t.Helper()
	return c.serves(t, regexp.MustCompile(`Forwarding from (127\.0\.0\.1:\d+) `), "port-forward", "--namespace="+namespace,
		to, ":"+strconv.Itoa(port))
}

// Proxy is the URL of a "kubectl proxy" that ends with the test: the API server without a password.
func (c *Cluster) Proxy(t testing.TB) string {
	t.Helper()
	return "http://" + c.serves(t, regexp.MustCompile(`Starting to serve on (\S+)\n`), "proxy", "--port=0")
}

// serves starts a kubectl that serves until the test ends, and is the address that it tells.
func (c *Cluster) serves(t testing.TB, told *regexp.Regexp, args ...string) (address string) {
	t.Helper()
	x, err := launch(t.TempDir(), args[0], asset("kubectl"), nil, append([]string{"--kubeconfig=" + c.Kubeconfig},
		args...)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.end(stopSignal) })
	Wait(t, "kubectl "+args[0], func() string {
		text := tail(x.log)
		found := told.FindStringSubmatch(text)
		if found == nil {
			return fmt.Sprintf("it says %s", text)
		}
		address = found[1]
		return ""
	})
	return address
}
