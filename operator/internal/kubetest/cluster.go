package kubetest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/runtime"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/envtest"

	"github.com/go-logr/logr"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
)

// startTime is how long a part of the control plane may take to start on a machine that does much else.
const startTime = 2 * time.Minute

// Options say what there is beside etcd and the API server.
type Options struct {
	// Controllers are the kube-controller-manager and the kube-scheduler, and pods are given accounts.
	Controllers bool
	// Nodes is how many there are that kwok plays. They need Controllers.
	Nodes int
	// NodeGrace is how long a node may be silent before it counts as lost. The default is 40 s.
	NodeGrace time.Duration
	// Kubelet is whether there is a real node: containerd, kubelet, kube-proxy and CoreDNS. It needs
	// Controllers, and Main, which then runs the tests in namespaces of their own.
	Kubelet bool
}

// A Cluster is a control plane that runs.
type Cluster struct {
	Config     *rest.Config // of one who may do all
	Client     client.Client
	Scheme     *runtime.Scheme
	Kubeconfig string // the path of a file
	Audit      string // the path of the log of what the operator's account has asked

	options  Options
	dir      string
	env      *envtest.Environment
	children []*child
	nodes    map[string]*child
}

// Main runs the tests of a package with one control plane for all, which is put into c. It is the exit code.
func Main(m *testing.M, o Options, c **Cluster) int {
	dir := os.Getenv(apartEnv)
	if o.Kubelet && dir == "" {
		return apart()
	}
	err := error(nil)
	if o.Kubelet {
		err = settle(dir)
	} else if dir, err = os.MkdirTemp("", "kubetest"); err == nil {
		defer os.RemoveAll(dir)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	cl, err := start(dir, o)
	code := 1
	if err == nil {
		*c = cl
		code = m.Run()
	} else {
		fmt.Fprintln(os.Stderr, err)
	}
	if code != 0 { // before they tell how they end
		cl.logs(func(name, log string) { fmt.Fprintf(os.Stderr, "== %s\n%s\n", name, log) })
	}
	cl.stop()
	return code
}

// Start starts a control plane that ends with the test.
func Start(t testing.TB, o Options) *Cluster {
	t.Helper()
	cl, err := start(t.TempDir(), o)
	t.Cleanup(func() {
		if t.Failed() {
			cl.logs(func(name, log string) { t.Logf("== %s\n%s", name, log) })
		}
		cl.stop()
	})
	if err != nil {
		t.Fatal(err)
	}
	return cl
}

// start starts what o asks for. The cluster is never nil: what has started is to be stopped after an error
// too.
func start(dir string, o Options) (*Cluster, error) {
	c := &Cluster{
		options: o, dir: dir, Scheme: runtime.NewScheme(), Audit: filepath.Join(dir, "audit.log"),
		nodes: map[string]*child{},
	}
	if os.Getenv(assetsEnv) == "" || os.Getenv(operatorEnv) == "" {
		return c, errAssets
	}
	ctrl.SetLogger(logr.Discard())
	if err := clientgoscheme.AddToScheme(c.Scheme); err != nil {
		return c, err
	}
	if err := api.AddToScheme(c.Scheme); err != nil {
		return c, err
	}
	if err := c.startServer(); err != nil {
		return c, err
	}
	if o.Controllers {
		if err := c.startControllers(); err != nil {
			return c, err
		}
	}
	if o.Kubelet {
		if err := c.startKubelet(context.Background()); err != nil {
			return c, err
		}
	}
	for i := range o.Nodes {
		if err := c.StartNode(context.Background(), NodeName(i)); err != nil {
			return c, err
		}
	}
	return c, nil
}

// stop ends all, the last first.
func (c *Cluster) stop() {
	for i := len(c.children) - 1; i >= 0; i-- {
		c.children[i].end(stopSignal)
	}
	if c.env != nil {
		_ = c.env.Stop() // the logs say why, and nothing can be done
	}
}

// logs calls f with the end of each log.
func (c *Cluster) logs(f func(name, log string)) {
	files, _ := filepath.Glob(filepath.Join(c.dir, "*.log"))
	for _, path := range files {
		if path != c.Audit {
			f(filepath.Base(path), tail(path))
		}
	}
}
