package command

import (
	"net"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/mars-project/mars-go/internal/conf"
	"github.com/mars-project/mars-go/internal/size"
	"github.com/mars-project/mars-go/node"
	"github.com/mars-project/mars-go/worker"
)

// settings are all that can be set, by flags, environment and file alike.
type settings struct {
	conf.Set
	self struct {
		host, advertise             string
		port                        []string
		supervisors                 []string
		secret, secretFile          string
		cert, key, ca               string
		pprof                       string
		stop                        time.Duration
		keepAlive, silent, planTime time.Duration
		suspect, forget, patience   time.Duration
	}
	supervisorSet struct {
		procs      int
		eventFile  string
		eventSize  size.Size
		historyDir string
		history    int
		historyMax size.Size
	}
	workerSet struct {
		cpus, io, waiting      int
		memory, cache, min     size.Size
		spillDirs              []string
		memoryDir, cudaDevices string
		python                 string
		ports, packages        string
		labels                 []string
	}
	webSet struct {
		host, token, tokenFile, cert, key string
		port                              int
		link, prefix, usersFile           string
	}
	security struct {
		mode        string
		roots, urls []string
		functions   string
	}
	quota    quotas
	localSet struct{ workers int }
	client   struct {
		server, token, tokenFile string
		timeout                  time.Duration
	}
	log struct{ level, format, conf string }
}

// quotas are what one session may take of each worker and of its supervisor, and how many sessions a user may
// have; zero: no bound.
type quotas struct {
	memory, disk    size.Size
	tasks, sessions int
}

// define adds all settings with their defaults.
func (s *settings) define() {
	s.self.host, s.self.stop = "0.0.0.0", 30*time.Second
	s.self.keepAlive, s.self.silent, s.self.planTime = time.Second, 2500*time.Millisecond, 2*time.Minute
	s.self.suspect, s.self.forget, s.self.patience = 1250*time.Millisecond, 2*time.Minute, 10*time.Minute
	s.Add("node.host", "Address to listen on; 0.0.0.0 and :: are all addresses of this machine, of IP version 4 and 6.", conf.Text(&s.self.host, "host"), conf.Named("MARS_BIND_HOST"), conf.Named("MARS_CONTAINER_IP"))
	s.Add("node.port", "Port to listen on; auto takes one that is free and prints it.", conf.List(&s.self.port, ",", "port"), conf.Named("MARS_BIND_PORT"))
	s.Add("node.advertise", "Address at which others reach this process, with or without a port; the default is that of node.host.", conf.Text(&s.self.advertise, "host"))
	s.Add("node.supervisors", "Addresses of all supervisors: host:port,host:port.", conf.List(&s.self.supervisors, ",", "addresses"), clusterDetail, taskDetail)
	s.Add("node.secret", "Secret of the cluster, of at least 16 characters: nodes prove to each other that they know it, and it signs tickets for data; without one everybody may join.", conf.Text(&s.self.secret, "secret"))
	s.Add("node.secret_file", "File that holds node.secret.", conf.Text(&s.self.secretFile, "file"))
	s.Add("node.tls_cert", "Certificate of this process for links between nodes, a PEM file.", conf.Text(&s.self.cert, "file"))
	s.Add("node.tls_key", "Its key, a PEM file.", conf.Text(&s.self.key, "file"))
	s.Add("node.tls_ca", "Certificates that those of other nodes are signed with, a PEM file.", conf.Text(&s.self.ca, "file"))
	s.Add("node.stop_timeout", "How long what runs may take to finish when the process is told to stop.", conf.Duration(&s.self.stop))
	s.Add("node.keep_alive", "Time between two pings of a link; a node silent for twice as long is unreachable.", conf.Duration(&s.self.keepAlive))
	s.Add("node.pprof", "Address, such as 127.0.0.1:6060, at which Go's profiles of this process are served to everybody who reaches it; none.", conf.Text(&s.self.pprof, "host:port"))

	s.Add("supervisor.n_process", "Cores of a supervisor; auto is all.", conf.Int(&s.supervisorSet.procs, 0, true))
	s.Add("supervisor.event_file", "File that gets every event as a line of JSON.", conf.Text(&s.supervisorSet.eventFile, "file"))
	v := &s.supervisorSet
	v.eventSize, v.historyDir, v.history, v.historyMax = size.Size{Bytes: 64 << 20}, conf.Auto, 10_000, size.Size{Bytes: 64 << 20}
	s.Add("supervisor.event_size", "Size at which the event file is renamed, FILE.1, and begun anew; five of them are kept.", conf.Size(&v.eventSize))
	s.Add("supervisor.history_dir", "Folder in which what tasks were is kept over restarts; auto is $XDG_STATE_HOME/mars where node.port is given and none else, empty is none.", conf.Text(&v.historyDir, "dir"))
	s.Add("supervisor.history_limit", "How many tasks are kept; the oldest go first.", conf.Int(&v.history, 1, false))
	s.Add("supervisor.history_size", "How many bytes what is kept of them may take.", conf.Size(&v.historyMax))
	s.Add("supervisor.plan_time", "How long operators of a task may take to be cut into chunks; then the task fails.", conf.Duration(&s.self.planTime))
	s.Add("supervisor.suspect", "How long a worker may send no sign of life before it gets nothing new.", conf.Duration(&s.self.suspect))
	s.Add("supervisor.silence", "How long a worker may send no sign of life before it is taken for dead, and what it ran is run elsewhere.", conf.Duration(&s.self.silent))
	s.Add("supervisor.forget", "How long a dead worker is waited for, for data that only it has.", conf.Duration(&s.self.forget))

	w := &s.workerSet
	s.Add("worker.n_cpu", "Cores the worker may use, which is also how many subtasks run at a time; auto is all.", conf.Int(&w.cpus, 1, true), cpuTotal)
	s.Add("worker.n_io_process", "Transfers at a time, in each direction.", conf.Int(&w.io, 1, true))
	s.Add("worker.memory", "Memory the worker may use, or a share of the machine's: soft limit 75 %, hard limit 90 % of it; auto is 100%.", conf.Size(&w.memory), conf.Named("MARS_MEMORY_TOTAL"))
	s.Add("worker.cache_memory", "Memory for chunks before they spill, or a share of worker.memory; auto is half of what is free of it.", conf.Size(&w.cache), conf.Named("MARS_CACHE_MEM_SIZE"))
	w.min = size.Size{Bytes: 128 << 20}
	s.Add("worker.min_memory", "Refuse to start with less free memory, or a share of worker.memory.", conf.Size(&w.min))
	s.Add("worker.spill_dirs", "Directories for chunks that do not fit, used in turn; none makes a temporary one.", conf.List(&w.spillDirs, ":", "dirs"), spillDirs)
	s.Add("worker.patience", "How long a supervisor may be silent before the data of its sessions is dropped.", conf.Duration(&s.self.patience))
	s.Add("worker.memory_dir", "Directory of shared memory; this build keeps chunks in memory of its own and needs none.", conf.Text(&w.memoryDir, "dir"), conf.Named("MARS_PLASMA_DIRS"))
	w.cudaDevices = conf.Auto
	s.Add("worker.cuda_devices", "GPUs by number, 0,1; auto, none. This build uses none.", conf.Text(&w.cudaDevices, "list"))

	w.python = "python3"
	s.Add("worker.python", "Python interpreter, with NumPy, pandas and cloudpickle, in which functions of users' programs run; 3.11=PATH is one that is not asked for its version.", conf.Text(&w.python, "path"), conf.Named("MARS_PYTHON"))

	w.ports = worker.DefaultPorts.String()
	s.Add("worker.functions_ports", "Ports that functions which run at the same time get, to reach each other, FROM-TO; all workers of a machine may have the same.", conf.Text(&w.ports, "from-to"))
	s.Add("worker.functions_waiting", "Functions that may wait at a time for values that they have asked for, each in a process; auto is 8 for each core.", conf.Int(&w.waiting, 1, true))
	w.packages = node.FunctionsAuto
	s.Add("worker.functions_packages", "Whether packages that environments of functions require are installed from an index: on, off; auto is on in a cluster that a program starts for itself, and off elsewhere.", conf.Text(&w.packages, "mode"))
	s.Add("worker.labels", "Labels of the worker, zone=a,ssd=yes, by which functions choose where they run (where=).", conf.List(&w.labels, ",", "labels"))

	s.webSet.host = "0.0.0.0"
	s.Add("web.host", "Address that the web port listens on.", conf.Text(&s.webSet.host, "host"))
	s.Add("web.port", "Web port: API, pages, data; auto takes one that is free and prints it.", conf.Port(&s.webSet.port))
	s.Add("web.token", "What clients must show as bearer token; none: everybody may do everything.", conf.Text(&s.webSet.token, "token"))
	s.Add("web.token_file", "File that holds web.token.", conf.Text(&s.webSet.tokenFile, "file"))
	s.Add("web.users_file", "File with a name and a token in each line: who has one sees the sessions of that name alone, who has web.token sees all.", conf.Text(&s.webSet.usersFile, "file"))
	s.Add("web.tls_cert", "Certificate of the web port, a PEM file; without one it speaks HTTP.", conf.Text(&s.webSet.cert, "file"))
	s.Add("web.tls_key", "Its key, a PEM file.", conf.Text(&s.webSet.key, "file"))
	s.Add("web.link", "URL at which people see the web port, behind a proxy.", conf.Text(&s.webSet.link, "url"))
	s.Add("web.prefix", "Path below which the web port serves, /mars, where a proxy passes on a part of its paths; none is the root.", conf.Text(&s.webSet.prefix, "path"))

	s.security.mode = openMode
	s.Add("security.mode", "open: command lines of the documentation work as they are; strict: what is not safe among strangers is refused.", conf.Text(&s.security.mode, "mode"))
	s.Add("security.files_roots", "Directories below which programs may read and write files; none: all in open mode, none in strict mode.", conf.List(&s.security.roots, ":", "dirs"))
	s.Add("security.files_urls", "URLs below which programs may read and write files, s3://bucket/folder,https://host/; none: all in open mode, none in strict mode.", conf.List(&s.security.urls, ",", "urls"))

	s.security.functions = node.FunctionsAuto
	s.Add("security.functions", "Whether functions of users' programs run on workers: on, off; auto is on where the web port is for this machine alone or asks for a token, files are not bounded, and there is an interpreter.", conf.Text(&s.security.functions, "mode"))

	q := &s.quota
	s.Add("quota.session_memory", "Memory of a worker that the chunks of one session may take before they spill, or a share of worker.cache_memory; auto is no bound in open mode, 50% in strict mode.", conf.Size(&q.memory))
	s.Add("quota.session_disk", "What one session may have in the spill directories of a worker, or a share of what is free there at the start; auto is no bound in open mode, 50% in strict mode.", conf.Size(&q.disk))
	s.Add("quota.session_tasks", "Tasks of one session that run at a time, others wait; auto is no bound in open mode, 16 in strict mode.", conf.Int(&q.tasks, 1, true))
	s.Add("quota.user_sessions", "Sessions that one user may have open, of those without a name all together; auto is no bound in open mode, 100 in strict mode.", conf.Int(&q.sessions, 1, true))

	s.localSet.workers = 1
	s.Add("local.workers", "Workers of mars local.", conf.Int(&s.localSet.workers, 1, false))

	s.client.server, s.client.timeout = "http://127.0.0.1:7005", 30*time.Second
	s.Add("client.server", "Web port that commands such as mars node list talk to.", conf.Text(&s.client.server, "url"))
	s.Add("client.token", "Bearer token to show there.", conf.Text(&s.client.token, "token"))
	s.Add("client.token_file", "File that holds client.token.", conf.Text(&s.client.tokenFile, "file"))
	s.Add("client.timeout", "How long to wait for an answer.", conf.Duration(&s.client.timeout))

	s.Add("log.level", "From which level on to log: debug, info, warning, error, critical; the default is info.", conf.Text(&s.log.level, "level"))
	s.Add("log.format", "text, json, auto (text on a terminal), or a format of Python's logging.", conf.Text(&s.log.format, "format"))
	s.Add("log.conf", "Configuration file of Python's logging.", conf.Text(&s.log.conf, "file"))
}

// flag adds a flag that sets a setting.
func (s *settings) flag(f *pflag.FlagSet, setting, name, short string) {
	x := s.Get(setting)
	v := f.VarPF(&flagValue{s: s, x: x, name: "--" + name}, name, short, x.Help)
	if x.Value.Type() == "bool" {
		v.NoOptDefVal = "true"
	}
}

// alias adds other names of a flag that is there; help shows them beside it.
func (s *settings) alias(f *pflag.FlagSet, setting string, names ...string) {
	x := s.Get(setting)
	var first *pflag.Flag
	f.VisitAll(func(g *pflag.Flag) {
		if v, ok := g.Value.(*flagValue); ok && v.x == x && !g.Hidden {
			first = g
		}
	})
	for _, n := range names {
		s.flag(f, setting, n, "")
		f.Lookup(n).Hidden = true
		first.Usage += " Also --" + n + "."
	}
}

// A flagValue passes what a flag says on to its setting.
type flagValue struct {
	s    *settings
	x    *conf.Setting
	name string
}

func (v *flagValue) Set(text string) error { v.s.Give(v.x, v.name, text); return nil }
func (v *flagValue) Type() string          { return v.x.Value.Type() }

// String is the default, for the help.
func (v *flagValue) String() string {
	if v.x == nil || v.x.Preset() == conf.Auto {
		return ""
	}
	return v.x.Preset()
}

// endpoint is the flag -e: host and port in one.
type endpoint struct{ s *settings }

func (e endpoint) String() string { return "" }
func (e endpoint) Type() string   { return "host:port" }

func (e endpoint) Set(text string) error {
	host, port, err := net.SplitHostPort(text)
	if err != nil {
		return usage("%q is not host:port", text)
	}
	if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		return usage("%q has no port", text)
	}
	e.s.Give(e.s.Get("node.host"), "--endpoint", host)
	e.s.Give(e.s.Get("node.port"), "--endpoint", port)
	return nil
}

// labels is the flag --label, which may be given several times.
type labels struct {
	s   *settings
	all []string
}

func (l *labels) String() string { return "" }
func (l *labels) Type() string   { return "key=value" }

func (l *labels) Set(text string) error {
	l.all = append(l.all, text)
	l.s.Give(l.s.Get("worker.labels"), "--label", strings.Join(l.all, ","))
	return nil
}

// listenFlags are the flags of processes that others link to.
func (s *settings) listenFlags(c *cobra.Command) {
	f := c.Flags()
	f.SortFlags = false
	s.flag(f, "node.host", "host", "H")
	s.flag(f, "node.port", "port", "p")
	s.alias(f, "node.port", "ports")
	s.flag(f, "node.advertise", "advertise", "a")
	f.VarP(endpoint{s}, "endpoint", "e", "host:port to listen on, in place of --host and --port")
	s.flag(f, "node.supervisors", "supervisors", "s")
	s.alias(f, "node.supervisors", "schedulers")
	s.flag(f, "node.stop_timeout", "stop-timeout", "")
	s.securityFlags(c)
	for _, n := range []string{"secret", "secret_file", "tls_cert", "tls_key", "tls_ca"} {
		s.flag(f, "node."+n, "node-"+dashes(n), "")
	}
}

// webFlags are the flags of processes with a web port; short is that of the port.
func (s *settings) webFlags(c *cobra.Command, port, short string) {
	f := c.Flags()
	s.flag(f, "web.port", port, short)
	s.flag(f, "web.host", "web-host", "")
	names := []string{"tls_cert", "tls_key", "link", "prefix", "token", "token_file", "users_file"}
	if short == "p" { // the supervisors behind it know the users
		names = names[:6]
	}
	for _, n := range names {
		s.flag(f, "web."+n, "web-"+dashes(n), "")
	}
}

// securityFlags are the flags of all processes about what they let others do.
func (s *settings) securityFlags(c *cobra.Command) {
	f := c.Flags()
	s.flag(f, "security.mode", "security", "")
	s.flag(f, "security.files_roots", "files-root", "")
	s.flag(f, "security.files_urls", "files-url", "")
	s.flag(f, "security.functions", "functions", "")
}

// sessionFlags are the flags of supervisors about what a session and a user may take.
func (s *settings) sessionFlags(f *pflag.FlagSet) {
	s.flag(f, "quota.session_tasks", "session-tasks", "")
	s.flag(f, "quota.user_sessions", "user-sessions", "")
}

// workerFlags are the flags about what a worker may take.
func (s *settings) workerFlags(c *cobra.Command) {
	f := c.Flags()
	s.flag(f, "worker.n_cpu", "n-cpu", "")
	s.alias(f, "worker.n_cpu", "cpu-procs")
	s.flag(f, "worker.n_io_process", "n-io-process", "")
	s.alias(f, "worker.n_io_process", "net-procs")
	s.flag(f, "worker.memory", "mem-bytes", "")
	s.alias(f, "worker.memory", "phy-mem")
	s.flag(f, "worker.cache_memory", "cache-mem", "")
	s.flag(f, "worker.min_memory", "min-mem", "")
	s.flag(f, "worker.spill_dirs", "spill-dir", "")
	s.alias(f, "worker.spill_dirs", "spill-dirs")
	s.flag(f, "quota.session_memory", "session-memory", "")
	s.flag(f, "quota.session_disk", "session-disk", "")
	s.flag(f, "worker.patience", "patience", "")
	s.flag(f, "worker.python", "python", "")
	s.flag(f, "worker.functions_ports", "functions-ports", "")
	s.flag(f, "worker.functions_waiting", "functions-waiting", "")
	s.flag(f, "worker.functions_packages", "functions-packages", "")
	f.Var(&labels{s: s}, "label", "a label of the worker, such as zone=a, by which functions choose where they run; may be given several times")
	s.flag(f, "worker.memory_dir", "plasma-dir", "")
	s.flag(f, "worker.cuda_devices", "cuda-devices", "")
	s.alias(f, "worker.cuda_devices", "cuda-device")
}

func dashes(s string) string {
	b := []byte(s)
	for i := range b {
		if b[i] == '_' {
			b[i] = '-'
		}
	}
	return string(b)
}

// flagNames are the flags of a command.
func flagNames(c *cobra.Command) (names []string) {
	c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	c.InheritedFlags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return names
}
