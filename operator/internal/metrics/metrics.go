package metrics

import (
	"context"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
	"github.com/mars-project/mars-go/operator/internal/defaults"
	"github.com/mars-project/mars-go/operator/internal/plan"
	"github.com/mars-project/mars-go/operator/internal/status"
)

// scrapeTime is how long a look at jobs may take.
const scrapeTime = 10 * time.Second

var (
	jobs    = prometheus.NewDesc("mars_operator_jobs", "MarsJobs by state.", []string{"state"}, nil)
	workers = prometheus.NewDesc("mars_operator_workers",
		"Workers of all jobs that have not ended: as many as wanted, and ready ones.", []string{"which"}, nil)
	durations = []float64{0.5, 1, 2, 5, 10, 20, 60, 120, 300, 600, 1800}
)

// Metrics are those of one operator.
type Metrics struct {
	Cluster client.Reader // a cache: jobs and pods are listed at each scrape

	failovers *prometheus.CounterVec
	firstPod  prometheus.Histogram
	allPods   prometheus.Histogram
}

// New are metrics that have counted nothing.
func New(cluster client.Reader) *Metrics {
	return &Metrics{
		Cluster: cluster,
		failovers: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "mars_operator_failovers_total", Help: "Pods that ended or were lost and are made again.",
		}, []string{"role", "reason"}),
		firstPod: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "mars_operator_first_pod_seconds",
			Help: "From the creation of a job to its first pod that is ready.", Buckets: durations,
		}),
		allPods: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name:    "mars_operator_all_pods_seconds",
			Help:    "From the creation of a job until all its pods are ready for the first time.",
			Buckets: durations,
		}),
	}
}

// FailOver counts a pod of a role that is made again, and why.
func (m *Metrics) FailOver(role, reason string) { m.failovers.WithLabelValues(role, reason).Inc() }

// FirstPod and AllPods note how long a job has waited.
func (m *Metrics) FirstPod(d time.Duration) { m.firstPod.Observe(d.Seconds()) }

// AllPods is for all pods what FirstPod is for the first.
func (m *Metrics) AllPods(d time.Duration) { m.allPods.Observe(d.Seconds()) }

// Describe is of prometheus.Collector.
func (m *Metrics) Describe(to chan<- *prometheus.Desc) {
	to <- jobs
	to <- workers
	m.failovers.Describe(to)
	m.firstPod.Describe(to)
	m.allPods.Describe(to)
}

// Collect is of prometheus.Collector. What is in the cluster is looked up.
func (m *Metrics) Collect(to chan<- prometheus.Metric) {
	m.failovers.Collect(to)
	m.firstPod.Collect(to)
	m.allPods.Collect(to)
	ctx, done := context.WithTimeout(context.Background(), scrapeTime)
	defer done()
	if err := m.look(ctx, to); err != nil {
		slog.Warn("metrics of jobs", "err", err)
	}
}

func (m *Metrics) look(ctx context.Context, to chan<- prometheus.Metric) error {
	var list api.MarsJobList
	if err := m.Cluster.List(ctx, &list); err != nil {
		return err
	}
	states := map[api.JobConditionType]int{"": 0}
	for _, s := range []api.JobConditionType{
		api.JobCreated, api.JobQueuing, api.JobRunning, api.JobRestarting, api.JobSuspended, api.JobSucceeded,
		api.JobFailed,
	} {
		states[s] = 0 // what is not there now may be in a minute
	}
	wanted, ready := 0, 0
	for i := range list.Items {
		j := &list.Items[i]
		states[status.State(&j.Status)]++
		if status.Finished(&j.Status) {
			continue
		}
		j = j.DeepCopy()
		defaults.Apply(j)
		if w := j.Spec.MarsReplicaSpecs[api.Worker]; w != nil && (j.Spec.Suspend == nil || !*j.Spec.Suspend) {
			wanted += int(*w.Replicas)
		}
		var pods corev1.PodList
		if err := m.Cluster.List(ctx, &pods, client.InNamespace(j.Namespace),
			client.MatchingLabels(plan.WorkerLabels(j.Name))); err != nil {
			return err
		}
		for k := range pods.Items {
			if status.Ready(&pods.Items[k]) {
				ready++
			}
		}
	}
	for s, n := range states {
		name := string(s)
		if s == "" {
			name = "New"
		}
		to <- prometheus.MustNewConstMetric(jobs, prometheus.GaugeValue, float64(n), name)
	}
	to <- prometheus.MustNewConstMetric(workers, prometheus.GaugeValue, float64(wanted), "wanted")
	to <- prometheus.MustNewConstMetric(workers, prometheus.GaugeValue, float64(ready), "ready")
	return nil
}
