package web

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/mars-project/mars-go/service"
)

// metrics are what /metrics shows of this server, named mars_web_<what>_<unit>.
type metrics struct {
	reg       *prometheus.Registry
	requests  *prometheus.CounterVec
	seconds   *prometheus.HistogramVec
	problems  *prometheus.CounterVec
	refused   prometheus.Counter
	panics    prometheus.Counter
	submitted prometheus.Counter
	uploaded  prometheus.Counter
	streams   prometheus.Gauge
	inFlight  prometheus.Gauge
	gaps      prometheus.Counter
}

func newMetrics(s *Server) *metrics {
	m := &metrics{
		reg: s.o.Metrics,
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "mars_web_requests_total", Help: "Requests by path and HTTP status.",
		}, []string{"path", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "mars_web_request_seconds", Help: "Time of requests, waiting on purpose included.",
			Buckets: []float64{.0001, .00025, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30},
		}, []string{"path"}),
		problems: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "mars_web_problems_total", Help: "RPCs that ended in an error, by its kind.",
		}, []string{"kind"}),
		refused:   counter("mars_web_refused_total", "Requests without a valid token."),
		panics:    counter("mars_web_panics_total", "Panics of handlers, which the process survived."),
		submitted: counter("mars_web_tasks_total", "Tasks that were submitted."),
		uploaded:  counter("mars_web_uploaded_bytes_total", "Bytes of values that were uploaded."),
		inFlight:  prometheus.NewGauge(prometheus.GaugeOpts{Name: "mars_web_in_flight_requests", Help: "Requests that are being answered, streams too."}),
		streams:   prometheus.NewGauge(prometheus.GaugeOpts{Name: "mars_web_streams", Help: "Event streams that are open."}),
		gaps:      counter("mars_web_gaps_total", "Event streams that were too slow, or came back too late, and missed events."),
	}
	if m.reg == nil {
		m.reg = prometheus.NewRegistry()
		m.reg.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	}
	for _, c := range []prometheus.Collector{m.requests, m.seconds, m.problems, m.refused, m.panics, m.submitted, m.uploaded, m.streams, m.inFlight, m.gaps, &clusterMetrics{s}} {
		if err := m.reg.Register(c); err != nil { // another server of this process has it already
			s.o.Log.Warn("metric", "err", err)
		}
	}
	return m
}

func counter(name, help string) prometheus.Counter {
	return prometheus.NewCounter(prometheus.CounterOpts{Name: name, Help: help})
}

func (m *metrics) handler(log promhttp.Logger) http.Handler {
	return promhttp.HandlerFor(m.reg, promhttp.HandlerOpts{Registry: m.reg, ErrorHandling: promhttp.ContinueOnError, ErrorLog: log})
}

// observe counts a request. Streams last as long as their client wants and are not timed.
func (m *metrics) observe(r *http.Request, status int, d time.Duration) {
	p := pathOf(r.URL.Path)
	m.requests.WithLabelValues(p, strconv.Itoa(status)).Inc()
	if p != "/api/v1/events" && p != "/api/v1/log" && p != "EventService/Watch" {
		m.seconds.WithLabelValues(p).Observe(d.Seconds())
	}
}

// pathOf is one of a few names for a path, so that strangers cannot make metrics.
func pathOf(path string) string {
	if rpc, ok := strings.CutPrefix(path, "/mars.v1."); ok {
		if procedures[rpc] {
			return rpc
		}
		return "unknown"
	}
	for _, p := range []string{"/api/v1/events", "/api/v1/log", "/metrics", "/healthz", "/readyz"} {
		if path == p {
			return p
		}
	}
	switch {
	case strings.HasPrefix(path, "/v1/") && strings.Contains(path, "/results/"):
		return "/v1/results"
	case strings.HasPrefix(path, "/v1/"):
		return "/v1/chunks"
	case strings.HasPrefix(path, "/api"):
		return "/api"
	}
	return "ui"
}

// clusterMetrics are numbers of the cluster, read when somebody asks.
type clusterMetrics struct{ s *Server }

var (
	sessionsDesc = prometheus.NewDesc("mars_session_open_total", "Sessions that are open.", nil, nil)
	nodesDesc    = prometheus.NewDesc("mars_cluster_nodes", "Nodes by role and state.", []string{"role", "state"}, nil)
	slotsDesc    = prometheus.NewDesc("mars_cluster_slots", "Slots of a node.", []string{"node"}, nil)
	busyDesc     = prometheus.NewDesc("mars_cluster_slots_busy", "Slots of a node that run something.", []string{"node"}, nil)
	coresDesc    = prometheus.NewDesc("mars_cluster_cores_used", "Cores that the process of a node keeps busy.", []string{"node"}, nil)
	memoryDesc   = prometheus.NewDesc("mars_cluster_memory_used_bytes", "Memory of the process of a node.", []string{"node"}, nil)
	storedDesc   = prometheus.NewDesc("mars_storage_stored_bytes", "Chunks of a node in memory.", []string{"node"}, nil)
	spilledDesc  = prometheus.NewDesc("mars_storage_spilled_bytes", "Chunks of a node on disk.", []string{"node"}, nil)
	waitingDesc  = prometheus.NewDesc("mars_schedule_waiting_subtasks", "Subtasks whose inputs are not made.", nil, nil)
	limitDesc    = prometheus.NewDesc("mars_cluster_memory_limit_bytes", "Memory that a node may take.", []string{"node"}, nil)
	quotaDesc    = prometheus.NewDesc("mars_cluster_cores", "Cores that a node may keep busy.", []string{"node"}, nil)
	movedDesc    = prometheus.NewDesc("mars_storage_spill_bytes_total", "Bytes that a node has written to its disks for want of memory.", []string{"node"}, nil)
	sentDesc     = prometheus.NewDesc("mars_transfer_bytes_total", "Bytes of chunks that a node has got from other workers.", []string{"node"}, nil)
	diskDesc     = prometheus.NewDesc("mars_storage_disk_free_bytes", "Bytes that a node may still spill.", []string{"node"}, nil)
	tookDesc     = prometheus.NewDesc("mars_task_seconds", "Time from submission to end of tasks, by how they ended.", []string{"state"}, nil)
	runningDesc  = prometheus.NewDesc("mars_task_running", "Tasks that run.", nil, nil)
	doneDesc     = prometheus.NewDesc("mars_task_subtasks_total", "Subtasks of ended tasks that were done.", nil, nil)
	againDesc    = prometheus.NewDesc("mars_task_subtask_retries_total", "Runs of subtasks of ended tasks beyond the first, by why.", []string{"why"}, nil)
	busySecDesc  = prometheus.NewDesc("mars_task_busy_seconds_total", "Time on slots of subtasks of ended tasks.", nil, nil)
	keptDesc     = prometheus.NewDesc("mars_history_tasks", "Tasks in the history on disk.", nil, nil)
	keptByteDesc = prometheus.NewDesc("mars_history_bytes", "Bytes of their records.", nil, nil)
	dropDesc     = prometheus.NewDesc("mars_history_dropped_total", "Changes that never came to the history: too many waited, or the disk failed.", nil, nil)
	readyDesc    = prometheus.NewDesc("mars_schedule_ready_subtasks", "Subtasks that wait for a band.", nil, nil)
)

// Describe is that of prometheus.Collector.
func (c *clusterMetrics) Describe(ch chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{
		sessionsDesc, nodesDesc, slotsDesc, busyDesc, coresDesc, memoryDesc, storedDesc, spilledDesc, waitingDesc, readyDesc, limitDesc, quotaDesc, movedDesc, sentDesc,
		diskDesc, tookDesc, runningDesc, doneDesc, againDesc, busySecDesc, keptDesc, keptByteDesc, dropDesc,
	} {
		ch <- d
	}
}

// Collect is that of prometheus.Collector.
func (c *clusterMetrics) Collect(ch chan<- prometheus.Metric) {
	gauge := func(d *prometheus.Desc, v float64, labels ...string) {
		ch <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, labels...)
	}
	ctx := c.s.life
	if list, err := c.s.o.Cluster.Session().List(ctx); err == nil {
		gauge(sessionsDesc, float64(len(list)))
		running := 0
		for i := range list {
			running += list[i].Tasks
		}
		gauge(runningDesc, float64(running))
	}
	c.ended(ch)
	if i, err := c.s.o.Cluster.Schedule().Info(ctx); err == nil {
		gauge(waitingDesc, float64(i.Waiting))
		gauge(readyDesc, float64(i.Ready))
	}
	ns, err := c.s.o.Cluster.Cluster().Nodes(ctx)
	if err != nil {
		return
	}
	count := map[[2]string]int{}
	count[[2]string{"supervisor", service.Ready.String()}]++
	if c.s.o.Peers != nil {
		up, down := c.s.o.Peers()
		count[[2]string{"supervisor", service.Ready.String()}] += len(up)
		count[[2]string{"supervisor", service.Dead.String()}] += len(down)
	}
	for i := range ns {
		n := &ns[i]
		count[[2]string{n.Role, n.State.String()}]++
		if !n.State.Lives() { // it has nothing any more
			continue
		}
		slots, busy := 0, 0
		for k, b := range n.Bands {
			slots += int(b.Slots)
			if k < len(n.Loads) {
				busy += int(n.Loads[k].Running)
			}
		}
		gauge(slotsDesc, float64(slots), n.Node)
		gauge(busyDesc, float64(busy), n.Node)
		gauge(coresDesc, n.Usage.Cores, n.Node)
		gauge(memoryDesc, float64(n.Usage.Memory), n.Node)
		gauge(storedDesc, float64(n.Usage.Stored), n.Node)
		gauge(spilledDesc, float64(n.Usage.Spilled), n.Node)
		gauge(limitDesc, float64(n.Memory), n.Node)
		gauge(quotaDesc, n.Cores, n.Node)
		free := int64(0)
		for _, d := range n.Usage.Disks {
			free += d.Free
		}
		gauge(diskDesc, float64(free), n.Node)
		ch <- prometheus.MustNewConstMetric(movedDesc, prometheus.CounterValue, float64(n.Usage.Written), n.Node)
		ch <- prometheus.MustNewConstMetric(sentDesc, prometheus.CounterValue, float64(n.Usage.Fetched), n.Node)
	}
	for k, n := range count {
		gauge(nodesDesc, float64(n), k[0], k[1])
	}
}

// ended are the numbers of tasks that are over.
func (c *clusterMetrics) ended(ch chan<- prometheus.Metric) {
	n := c.s.o.Cluster.Totals()
	count := func(d *prometheus.Desc, v float64, labels ...string) {
		ch <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, v, labels...)
	}
	for state := service.Done; state <= service.Canceled; state++ {
		e := &n.Ends[state]
		buckets, sum := map[float64]uint64{}, uint64(0)
		for i, most := range service.TaskBuckets {
			if e.Buckets != nil {
				sum += e.Buckets[i]
			}
			buckets[most.Seconds()] = sum
		}
		ch <- prometheus.MustNewConstHistogram(tookDesc, e.Count, e.Took.Duration().Seconds(), buckets, state.String())
	}
	count(doneDesc, float64(n.Subtasks))
	count(againDesc, float64(n.Retried), "failed")
	count(againDesc, float64(n.Restored), "lost")
	count(busySecDesc, n.Busy.Duration().Seconds())
	ch <- prometheus.MustNewConstMetric(keptDesc, prometheus.GaugeValue, float64(n.Kept.Tasks))
	ch <- prometheus.MustNewConstMetric(keptByteDesc, prometheus.GaugeValue, float64(n.Kept.Bytes))
	count(dropDesc, float64(n.Kept.Dropped))
}
