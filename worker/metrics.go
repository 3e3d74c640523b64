package worker

import (
	"strings"
	"sync/atomic"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/service"
)

// ends count runs of subtasks that have ended here, and their time on slots.
type ends struct {
	done   atomic.Uint64
	failed [errs.Denied + 1]atomic.Uint64 // by kind
	busy   atomic.Int64
	quota  atomic.Uint64          // of those that failed: their session had reached a quota
	full   atomic.Uint64          // likewise: the disks were full
	why    atomic.Pointer[string] // what the last of these said
}

func (e *ends) add(rs []service.Result) {
	var done uint64
	var busy service.Nanos
	for i := range rs {
		busy += rs[i].Ended - rs[i].Started
		f := rs[i].Err
		if f == nil {
			done++
			continue
		}
		e.failed[min(f.Kind, errs.Denied)].Add(1)
		switch {
		case f.Quota != "":
			e.quota.Add(1)
		case f.Kind == errs.OutOfMemory && f.Peer != "": // see errs.From
			e.why.Store(&f.Msg)
			e.full.Add(1)
		}
	}
	e.done.Add(done)
	e.busy.Add(int64(busy))
}

// metrics are the numbers of a worker, read when somebody asks, named mars_worker_<what>_<unit>: a supervisor
// tells some of them of all its workers under other names.
type metrics struct{ w *Worker }

// Metrics are what /metrics shows of the worker.
func (w *Worker) Metrics() prometheus.Collector { return metrics{w} }

func desc(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("mars_worker_"+name, help, labels, nil)
}

var (
	bytesDesc     = desc("storage_bytes", "Chunks and what operators put aside, by where they are: memory, disk, scratch.", "level")
	cacheDesc     = desc("storage_limit_bytes", "Chunks in memory above which they spill.")
	freeDesc      = desc("storage_disk_free_bytes", "What the disk of each spill directory has left for the worker.", "disk")
	valuesDesc    = desc("storage_values", "Chunks that are here.")
	pinnedDesc    = desc("storage_pinned_values", "Chunks in memory that somebody reads.")
	sessionsDesc  = desc("storage_sessions", "Sessions of which there are chunks.")
	spillDesc     = desc("spill_bytes_total", "Bytes written to disk for want of memory.")
	spillsDesc    = desc("spills_total", "Chunks written to disk; ahead: in the background, while they stayed in memory.", "when")
	evictionsDesc = desc("evictions_total", "Chunks dropped from memory that are on disk.")
	loadsDesc     = desc("loads_total", "Chunks, and parts of them, read from disk.")
	hitsDesc      = desc("hits_total", "Reads of chunks that were in memory.")
	brokenDesc    = desc("spill_broken", "1 while the disks fail and spilling rests.")
	memoryDesc    = desc("memory_bytes", "The budget: granted to subtasks, booked in all, in blocks in use, free blocks that are kept.", "what")
	limitDesc     = desc("memory_limit_bytes", "What booked never passes.")
	rssDesc       = desc("memory_used_bytes", "Resident memory of the process.")
	coresDesc     = desc("cores_used", "Cores that the process and those of functions keep busy.")
	transferDesc  = desc("transfer_bytes_total", "Bytes of chunks got from other workers, and sent to them.", "direction")
	slotsDesc     = desc("slots", "Subtasks that can run at a time.")
	busyDesc      = desc("slots_busy", "Subtasks that run.")
	queuedDesc    = desc("queued_subtasks", "Subtasks that wait for inputs, memory or a slot.")
	waitingDesc   = desc("memory_waiting_requests", "Who waits for memory.")
	doneDesc      = desc("subtasks_total", "Runs of subtasks that have ended, by result: done, or the kind of failure.", "result")
	busySecDesc   = desc("busy_seconds_total", "Time of runs on slots.")
	fullDesc      = desc("disk_full_total", "Runs that failed because the disks were full.")
	quotaDesc     = desc("quota_refusals_total", "Runs that failed because their session had reached a quota.")
	stateDesc     = desc("state", "1 for the state that the worker is in.", "state")
	tiesDesc      = desc("supervisors", "Supervisors that the worker is registered with.")
)

var descs = []*prometheus.Desc{
	bytesDesc, cacheDesc, freeDesc, valuesDesc, pinnedDesc, sessionsDesc, spillDesc, spillsDesc, evictionsDesc, loadsDesc, hitsDesc, brokenDesc, memoryDesc, limitDesc, rssDesc,
	coresDesc, transferDesc, slotsDesc, busyDesc, queuedDesc, waitingDesc, doneDesc, busySecDesc, fullDesc, quotaDesc, stateDesc, tiesDesc,
}

// Describe is that of prometheus.Collector.
func (m metrics) Describe(ch chan<- *prometheus.Desc) {
	for _, d := range descs {
		ch <- d
	}
}

// Collect is that of prometheus.Collector.
func (m metrics) Collect(ch chan<- prometheus.Metric) {
	gauge := func(d *prometheus.Desc, v float64, labels ...string) {
		ch <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, labels...)
	}
	count := func(d *prometheus.Desc, v float64, labels ...string) {
		ch <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, v, labels...)
	}
	w := m.w
	st, pool := w.store.Stats(), w.pool.Stats()
	gauge(bytesDesc, float64(st.Memory), "memory")
	gauge(bytesDesc, float64(st.Disk), "disk")
	gauge(bytesDesc, float64(st.Scratch), "scratch")
	gauge(cacheDesc, float64(st.Cache))
	free := map[string]int64{}
	for i, n := range w.store.Free() {
		free[w.disks[i]] = n // directories may share one
	}
	for disk, n := range free {
		gauge(freeDesc, float64(n), disk)
	}
	gauge(valuesDesc, float64(st.Values))
	gauge(pinnedDesc, float64(st.Pinned))
	gauge(sessionsDesc, float64(len(w.data.Sessions())))
	count(spillDesc, float64(st.Written))
	count(spillsDesc, float64(st.Spills-st.Ahead), "needed")
	count(spillsDesc, float64(st.Ahead), "ahead")
	count(evictionsDesc, float64(st.Evictions))
	count(loadsDesc, float64(st.Loads))
	count(hitsDesc, float64(st.Hits))
	gauge(brokenDesc, map[bool]float64{true: 1}[st.Fault != ""])
	gauge(memoryDesc, float64(pool.Granted), "granted")
	gauge(memoryDesc, float64(pool.Booked), "booked")
	gauge(memoryDesc, float64(pool.Used), "blocks")
	gauge(memoryDesc, float64(pool.Cached), "kept")
	gauge(limitDesc, float64(pool.Limit))
	cores, rss := w.cfg.Usage()
	gauge(rssDesc, float64(rss))
	gauge(coresDesc, cores+w.calls.cores())
	count(transferDesc, float64(w.data.Fetched()), "in")
	count(transferDesc, float64(w.data.Sent()), "out")
	l := w.load()
	gauge(slotsDesc, float64(w.cfg.Slots))
	gauge(busyDesc, float64(l.Running))
	gauge(queuedDesc, float64(l.Queued))
	gauge(waitingDesc, float64(st.Waiting))
	e := &w.b.ends
	count(doneDesc, float64(e.done.Load()), "done")
	for k := range e.failed {
		count(doneDesc, float64(e.failed[k].Load()), strings.ToLower(errs.Kind(k).String()))
	}
	count(busySecDesc, service.Nanos(e.busy.Load()).Duration().Seconds())
	count(fullDesc, float64(e.full.Load()))
	count(quotaDesc, float64(e.quota.Load()))
	now := w.State()
	for s := service.Starting; s <= service.Stopping; s++ {
		if s != service.Suspect {
			gauge(stateDesc, map[bool]float64{true: 1}[s == now], s.String())
		}
	}
	gauge(tiesDesc, float64(len(w.all())))
}
