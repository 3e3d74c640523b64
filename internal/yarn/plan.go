package yarn

import (
	"fmt"
	"maps"
	"net"
	"regexp"
	"strconv"
	"strings"

	"github.com/mars-project/mars-go/errs"
)

// Names of components.
const (
	Supervisor = "supervisor"
	Worker     = "worker"
)

// A Cluster is what is asked for.
type Cluster struct {
	// Name is that of the service.
	Name string
	// Version is that of the binary.
	Version string
	// Binary is the URI of a tarball that has the binary, mars, at its root: hdfs:///apps/mars.tgz.
	Binary string
	// Queue is where it runs. The default is "default".
	Queue string
	// Lifetime is after how many seconds YARN ends it. The default is never.
	Lifetime int64
	// Port and WebPort are those of the supervisor, the same on whichever machine it runs.
	Port, WebPort int
	// Token is what clients show, Secret what processes show each other.
	Token, Secret string
	// Workers is how many there are.
	Workers int
	// SupervisorCPUs, SupervisorMemory, WorkerCPUs and WorkerMemory are of one container, in cores and bytes.
	SupervisorCPUs, WorkerCPUs     int
	SupervisorMemory, WorkerMemory int64
	// Env is set in all containers.
	Env map[string]string
}

// names are those that YARN takes.
var names = regexp.MustCompile(`^[a-z][a-z0-9-]{0,62}$`)

// Service is its Yarnfile. Invalid: what is wrong.
func (c *Cluster) Service() (*Service, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	lifetime := c.Lifetime
	if lifetime == 0 {
		lifetime = -1
	}
	env := map[string]string{"MARS_NODE_SECRET": c.Secret}
	maps.Copy(env, c.Env)
	boss := maps.Clone(env)
	boss["MARS_WEB_TOKEN"] = c.Token
	hand := maps.Clone(env)
	hand["MARS_CPU_TOTAL"], hand["MARS_MEMORY_TOTAL"] = strconv.Itoa(c.WorkerCPUs), strconv.FormatInt(c.WorkerMemory, 10)
	one, many := 1, c.Workers
	return &Service{
		Name: c.Name, Version: c.Version, Description: "a Mars cluster", Queue: c.Queue, Lifetime: lifetime,
		Configuration: &Configuration{Properties: map[string]string{"yarn.service.readiness-check-interval.seconds": "2"}},
		Components: []Component{{
			Name: Supervisor, NumberOfContainers: &one, RestartPolicy: "ALWAYS", Artifact: c.artifact(), Resource: resource(c.SupervisorCPUs, c.SupervisorMemory),
			LaunchCommand:  fmt.Sprintf("exec lib/mars supervisor -H 0.0.0.0 -a $NM_HOST -p %d -w %d", c.Port, c.WebPort),
			ReadinessCheck: &Check{Type: "HTTP", Properties: map[string]string{"url": fmt.Sprintf("http://${THIS_HOST}:%d/readyz", c.WebPort)}},
			Configuration:  &Configuration{Env: boss},
		}, {
			Name: Worker, NumberOfContainers: &many, RestartPolicy: "ALWAYS", Artifact: c.artifact(), Resource: resource(c.WorkerCPUs, c.WorkerMemory),
			Dependencies:  []string{Supervisor},
			LaunchCommand: fmt.Sprintf("MARS_SPILL_DIRS=$LOCAL_DIRS exec lib/mars worker -s ${SUPERVISOR-0_HOST}:%d", c.Port),
			Configuration: &Configuration{Env: hand},
		}},
	}, nil
}

func (c *Cluster) check() error {
	for _, x := range []struct {
		bad  bool
		what string
	}{
		{!names.MatchString(c.Name), fmt.Sprintf("a name begins with a letter and has lower-case letters, digits and '-' alone, not %q", c.Name)},
		{c.Binary == "", "a tarball with the binary must be where YARN reads it: --binary hdfs:///apps/mars.tgz"},
		{c.Port <= 0 || c.Port > 65535 || c.WebPort <= 0 || c.WebPort > 65535, "ports are numbers from 1 to 65535, known before it is known where the supervisor runs"},
		{c.Port == c.WebPort, fmt.Sprintf("port %d is for links and for the web: give two", c.Port)},
		{c.Workers < 0, fmt.Sprintf("%d workers: at least 0", c.Workers)},
		{c.SupervisorCPUs < 1 || c.WorkerCPUs < 1, "a container has one core at least"},
		{c.SupervisorMemory < 128<<20 || c.WorkerMemory < 256<<20, "a supervisor has 128 MiB at least, a worker 256 MiB"},
	} {
		if x.bad {
			return errs.New(errs.Invalid, "%s", x.what)
		}
	}
	return nil
}

func (c *Cluster) artifact() *Artifact { return &Artifact{ID: c.Binary, Type: "TARBALL"} }

// resource is cores and bytes as YARN has them.
func resource(cpus int, memory int64) *Resource {
	return &Resource{CPUs: cpus, Memory: strconv.FormatInt((memory+1<<20-1)>>20, 10)}
}

// Web is the address of the web port of a service, "http://host:port". Unavailable: it does not run yet.
func (s *Service) Web() (string, error) {
	c := s.component(Supervisor)
	if c == nil || len(c.Containers) == 0 {
		return "", errs.New(errs.Unavailable, "service %s has no supervisor yet: it is %s", s.Name, strings.ToLower(s.State))
	}
	port := ""
	if c.ReadinessCheck != nil {
		_, port, _ = strings.Cut(c.ReadinessCheck.Properties["url"], "}:")
		port, _, _ = strings.Cut(port, "/")
	}
	if port == "" {
		return "", errs.New(errs.Invalid, "service %s is none of mars yarn: it does not say where its web port is", s.Name)
	}
	x := c.Containers[0]
	host := x.Host
	if host == "" {
		host = x.IP
	}
	return "http://" + net.JoinHostPort(host, port), nil
}
