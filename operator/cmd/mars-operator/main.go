// Command mars-operator keeps Mars clusters on Kubernetes: it makes pods, services and ingresses of MarsJobs.
package main

import (
	"flag"
	"fmt"
	"log/slog"
	"os"
	"time"

	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/healthz"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
	"github.com/mars-project/mars-go/operator/internal/controller"
	"github.com/mars-project/mars-go/operator/internal/plan"
)

type options struct {
	metrics, health, namespace string
	elect                      bool
	nodeLost                   time.Duration
	jobs, qps                  int
}

func main() {
	o := options{}
	flag.StringVar(&o.metrics, "metrics-bind-address", ":8088", "address of /metrics; 0 is none")
	flag.StringVar(&o.health, "health-probe-bind-address", ":8081", "address of /healthz and /readyz; 0 is none")
	flag.StringVar(&o.namespace, "namespace", "", "look at jobs of this namespace alone")
	flag.BoolVar(&o.elect, "leader-elect", false, "of several operators let one act")
	flag.DurationVar(&o.nodeLost, "node-lost-timeout", time.Minute, "how long after its grace a pod may be there before it is deleted by force")
	flag.IntVar(&o.jobs, "jobs", 4, "jobs that are looked at at a time")
	flag.IntVar(&o.qps, "qps", 200, "calls a second to the API server, twice as many at once")
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "mars-operator: %q is no flag: mars-operator -h lists them\n", flag.Arg(0))
		os.Exit(2)
	}
	ctrl.SetLogger(logr.FromSlogHandler(slog.NewJSONHandler(os.Stderr, nil)))
	if err := run(o); err != nil {
		fmt.Fprintln(os.Stderr, "mars-operator:", err)
		os.Exit(1)
	}
}

func run(o options) error {
	cfg, err := ctrl.GetConfig()
	if err != nil {
		return err
	}
	cfg.QPS, cfg.Burst = float32(o.qps), 2*o.qps
	scheme := runtime.NewScheme()
	if err := clientgoscheme.AddToScheme(scheme); err != nil {
		return err
	}
	if err := api.AddToScheme(scheme); err != nil {
		return err
	}
	m, err := ctrl.NewManager(cfg, ctrl.Options{
		Scheme: scheme, Cache: cached(o.namespace),
		Metrics:                metricsserver.Options{BindAddress: o.metrics},
		HealthProbeBindAddress: o.health,
		LeaderElection:         o.elect, LeaderElectionID: "mars-operator." + api.GroupVersion.Group, LeaderElectionReleaseOnCancel: true,
	})
	if err != nil {
		return err
	}
	if err := m.AddHealthzCheck("ping", healthz.Ping); err != nil {
		return err
	}
	if err := m.AddReadyzCheck("ping", healthz.Ping); err != nil {
		return err
	}
	r := &controller.Reconciler{
		Client: m.GetClient(), Live: m.GetAPIReader(), Events: m.GetEventRecorder("mars-operator"), Now: time.Now, NodeLost: o.nodeLost,
	}
	if err := r.SetupWithManager(m, o.jobs); err != nil {
		return err
	}
	return m.Start(ctrl.SetupSignalHandler())
}

// cached keeps of the cluster in memory what belongs to jobs, and nothing else.
func cached(namespace string) cache.Options {
	ours := cache.ByObject{Label: labels.SelectorFromSet(labels.Set{plan.LabelGroup: api.GroupVersion.Group})}
	o := cache.Options{
		DefaultTransform: cache.TransformStripManagedFields(),
		ByObject: map[client.Object]cache.ByObject{
			&corev1.Pod{}: ours, &corev1.Service{}: ours, &corev1.Secret{}: ours, &networkingv1.Ingress{}: ours, &policyv1.PodDisruptionBudget{}: ours,
		},
	}
	if namespace != "" {
		o.DefaultNamespaces = map[string]cache.Config{namespace: {}}
	}
	return o
}
