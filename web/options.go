package web

import (
	"crypto/tls"
	"log/slog"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/version"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/plane"
)

// A Cluster is the supervisor that the API speaks for.
type Cluster interface {
	Task() service.TaskService
	Session() service.SessionService
	Lifecycle() service.LifecycleService
	Meta() service.MetaService
	Cluster() service.ClusterService
	Schedule() service.ScheduleService
	Events() service.EventService
	// Totals count the tasks that are over.
	Totals() service.TaskTotals
}

// Options of a Server. Cluster and Parts must be given; the zero value of the rest is good.
type Options struct {
	Cluster Cluster
	// Parts reads and stores the bytes of chunks.
	Parts plane.Parts
	// Secret signs tickets for the data servers of workers, whose addresses are their labels "data". Nil: all
	// bytes go through this server.
	Secret func() []byte

	// Token opens everything. Empty, with no Users: nobody needs one.
	Token string
	// Users are tokens by the name of who has them; they see their own sessions alone.
	Users map[string]string
	// Peers are the other supervisors of the cluster, by whether they can be reached. Nil: there are none.
	Peers func() (up, down []string)
	// Health says what makes the supervisor useless, nil while it works. Nil: it always does.
	Health func() error
	// Ready says why nobody should come to the supervisor yet, nil when it takes workers and clients. Nil: it
	// always does.
	Ready func() error
	// Exposed tells the pages that everybody who reaches this server may use it.
	Exposed bool
	// NoFunctions says why functions of users are refused; empty: they are not.
	NoFunctions string
	// TLS makes Serve speak HTTPS.
	TLS *tls.Config

	// Version is what GetServer tells. The default is that of the program.
	Version string
	// URL is where people reach this server, for GetServer.
	URL string
	// Address names this supervisor in the list of nodes.
	Address string
	// Epoch changes whenever sessions of before are lost. The default is drawn at random.
	Epoch string

	// MaxBody is the size of a request of an RPC in bytes. The default is 64 MiB.
	MaxBody int64
	// MaxNodes is how many nodes a graph may have. The default is 200,000.
	MaxNodes int
	// MaxGraphs is what the graphs of a session may take together in bytes, literals above all: of tasks that
	// run or whose results are held. The default is 256 MiB.
	MaxGraphs int64
	// MaxUpload is the size of one uploaded part in bytes. The default is 1 GiB.
	MaxUpload int64
	// MaxSessions is how many sessions may be open at once. The default is 10,000.
	MaxSessions int
	// UserSessions is how many sessions one user may have open at once, of those without a name all together.
	// The default is no bound but MaxSessions.
	UserSessions int
	// MaxTime bounds one RPC that is no stream. The default is 60 s; what waits for a task waits half as long
	// at most.
	MaxTime time.Duration
	// InlineBytes is how large a result may be to travel inside an answer. The default is 64 KiB.
	InlineBytes int64
	// Idle closes a session that nobody has used for so long and that runs nothing, where the client did not
	// say. The default is 2 h.
	Idle time.Duration
	// Copies is how many workers keep an uploaded part. The default is 2, or 1 when there is one worker.
	Copies int

	// UI serves all paths that are not the API's. The default is a page that says what is here.
	UI http.Handler
	// Metrics collects what /metrics shows. The default is a registry of this server's own, with the metrics
	// of the process.
	Metrics *prometheus.Registry
	// Log gets what goes wrong. The default is slog's.
	Log *slog.Logger
}

func (o *Options) check() error {
	if o.Cluster == nil || o.Parts == nil {
		return errs.New(errs.Invalid, "a web server needs a cluster and a way to the bytes of chunks")
	}
	for name, token := range o.Users {
		if name == "" || token == "" {
			return errs.New(errs.Invalid, "user %q has no name or no token", name)
		}
	}
	set(&o.Version, version.Version)
	set(&o.MaxBody, 64<<20)
	set(&o.MaxNodes, 200_000)
	set(&o.MaxGraphs, 256<<20)
	set(&o.MaxUpload, 1<<30)
	set(&o.MaxSessions, 10_000)
	set(&o.MaxTime, time.Minute)
	set(&o.InlineBytes, 64<<10)
	set(&o.Idle, 2*time.Hour)
	set(&o.Copies, 2)
	if o.Health == nil {
		o.Health = func() error { return nil }
	}
	if o.Ready == nil {
		o.Ready = func() error { return nil }
	}
	if o.UI == nil {
		o.UI = http.HandlerFunc(welcome)
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	return nil
}

// set gives p a default.
func set[T comparable](p *T, v T) {
	var zero T
	if *p == zero {
		*p = v
	}
}
