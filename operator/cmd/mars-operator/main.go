// Command mars-operator keeps Mars clusters on Kubernetes: it makes pods, services and ingresses of MarsJobs.
package main

import (
	"cmp"
	"crypto/tls"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/go-logr/logr"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/healthz"
	crmetrics "sigs.k8s.io/controller-runtime/pkg/metrics"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
	crwebhook "sigs.k8s.io/controller-runtime/pkg/webhook"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
	"github.com/mars-project/mars-go/operator/internal/autoscale"
	"github.com/mars-project/mars-go/operator/internal/certs"
	"github.com/mars-project/mars-go/operator/internal/controller"
	"github.com/mars-project/mars-go/operator/internal/metrics"
	"github.com/mars-project/mars-go/operator/internal/plan"
	"github.com/mars-project/mars-go/operator/internal/webhook"
)

type options struct {
	metrics, health, webhook, names string
	watched, own                    string // namespaces
	elect                           bool
	nodeLost                        time.Duration
	jobs, qps                       int
}

// home is the namespace of config/.
const home = "mars-system"

func main() {
	o := options{}
	flag.StringVar(&o.metrics, "metrics-bind-address", ":8088", "address of /metrics; 0 is none")
	flag.StringVar(&o.health, "health-probe-bind-address", ":8081",
		"address of /healthz and /readyz; 0 is none")
	flag.StringVar(&o.webhook, "webhook-bind-address", "0",
		"address at which the API server asks before it stores a job; 0 is none")
	flag.StringVar(&o.names, "webhook-names", "",
		"names or addresses of the certificate of webhooks, by commas; without any those of the service "+webhook.Service)
	flag.StringVar(&o.watched, "namespace", "", "look at jobs of this namespace alone")
	flag.BoolVar(&o.elect, "leader-elect", false, "of several operators let one act")
	flag.DurationVar(&o.nodeLost, "node-lost-timeout", time.Minute,
		"how long after its grace a pod may be there before it is deleted by force")
	flag.IntVar(&o.jobs, "jobs", 4, "jobs that are looked at at a time")
	flag.IntVar(&o.qps, "qps", 200, "calls a second to the API server, twice as many at once")
	said := flag.Bool("version", false, "say the version, and end")
	flag.Parse()
	if *said {
		fmt.Println("mars-operator", versioned())
		return
	}
	o.own = cmp.Or(os.Getenv("POD_NAMESPACE"), home)
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
	keeper, server, err := hooks(o, cfg, scheme)
	if err != nil {
		return err
	}
	m, err := ctrl.NewManager(cfg, ctrl.Options{
		Scheme: scheme, Cache: cached(o.watched), WebhookServer: server,
		Metrics:                metricsserver.Options{BindAddress: o.metrics},
		HealthProbeBindAddress: o.health,
		LeaderElection:         o.elect, LeaderElectionID: "mars-operator." + api.GroupVersion.Group,
		LeaderElectionNamespace:       o.own,
		LeaderElectionReleaseOnCancel: true, // this process ends when the manager has
	})
	if err != nil {
		return err
	}
	if err := m.AddHealthzCheck("ping", healthz.Ping); err != nil {
		return err
	}
	ready := healthz.Ping
	if keeper != nil {
		if err := errors.Join(m.Add(keeper), webhook.SetupWithManager(m)); err != nil {
			return err
		}
		ready = keeper.Ready
	}
	if err := m.AddReadyzCheck("ready", ready); err != nil {
		return err
	}
	measured := metrics.New(m.GetClient())
	if err := crmetrics.Registry.Register(measured); err != nil {
		return err
	}
	r := &controller.Reconciler{
		Client: m.GetClient(), Live: m.GetAPIReader(), Events: m.GetEventRecorder("mars-operator"),
		Now: time.Now, NodeLost: o.nodeLost,
		Metrics: measured,
	}
	if err := r.SetupWithManager(m, o.jobs); err != nil {
		return err
	}
	if err := m.Add(&autoscale.Scaler{
		Client: m.GetClient(), Live: m.GetAPIReader(),
		Events: m.GetEventRecorder("mars-operator"),
	}); err != nil {
		return err
	}
	return m.Start(ctrl.SetupSignalHandler())
}

// hooks are the server of webhooks and who keeps its certificate; nil without an address.
func hooks(o options, cfg *rest.Config, scheme *runtime.Scheme) (*certs.Keeper, crwebhook.Server, error) {
	if o.webhook == "0" {
		return nil, nil, nil
	}
	host, text, err := net.SplitHostPort(o.webhook)
	if err != nil {
		return nil, nil, fmt.Errorf("--webhook-bind-address: %w", err)
	}
	port, err := strconv.Atoi(text)
	if err != nil {
		return nil, nil, fmt.Errorf("--webhook-bind-address: port %q is no number", text)
	}
	c, err := client.New(cfg, client.Options{Scheme: scheme})
	if err != nil {
		return nil, nil, err
	}
	s := webhook.Service + "." + o.own
	names := []string{s + ".svc", s, s + ".svc.cluster.local"}
	if o.names != "" {
		names = strings.Split(o.names, ",")
	}
	k := &certs.Keeper{
		Client: c, Namespace: o.own, Secret: webhook.Service, Hooks: webhook.Hooks,
		Names: names, Now: time.Now,
	}
	return k, crwebhook.NewServer(crwebhook.Options{
		Host: host, Port: port,
		TLSOpts: []func(*tls.Config){func(t *tls.Config) {
			t.GetCertificate, t.MinVersion = k.Certificate, tls.VersionTLS12
		}},
	}), nil
}

// cached keeps of the cluster in memory what belongs to jobs, and nothing else.
func cached(namespace string) cache.Options {
	ours := cache.ByObject{Label: labels.SelectorFromSet(labels.Set{plan.LabelGroup: api.GroupVersion.Group})}
	pods := ours
	pods.Transform = controller.Slim
	scalers := cache.ByObject{Transform: controller.Slim} // of others, without our labels
	o := cache.Options{
		DefaultTransform: cache.TransformStripManagedFields(),
		ByObject: map[client.Object]cache.ByObject{
			&corev1.Pod{}: pods, &corev1.Service{}: ours, &networkingv1.Ingress{}: ours,
			&policyv1.PodDisruptionBudget{}:          ours,
			&autoscalingv2.HorizontalPodAutoscaler{}: scalers,
		},
	}
	if namespace != "" {
		o.DefaultNamespaces = map[string]cache.Config{namespace: {}}
	}
	return o
}
