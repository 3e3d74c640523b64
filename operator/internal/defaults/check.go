package defaults

import (
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
)

// maxName is how long the name of a service may be.
const maxName = 63

var label = regexp.MustCompile(`^[a-z]([-a-z0-9]*[a-z0-9])?$`)

// Check says what is wrong with a job to which Apply was done, each a sentence that says what to do. Nil is
// that nothing is.
func Check(job *api.MarsJob) (wrong []string) {
	say := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	s := &job.Spec
	if !label.MatchString(job.Name) {
		say("the name %q cannot be that of a service: begin with a letter, use lower-case letters, digits and '-'", job.Name)
	}
	for _, role := range slices.Sorted(maps.Keys(s.MarsReplicaSpecs)) {
		checkRole(job.Name, role, s.MarsReplicaSpecs[role], say)
	}
	switch r := s.MarsReplicaSpecs[api.Scheduler]; {
	case r == nil:
		say("marsReplicaSpecs has no Scheduler: add one")
	case *r.Replicas == 0:
		say("Scheduler.replicas is 0: a cluster needs at least one Scheduler; suspend: true takes all pods away")
	}
	if s.MemoryTuningPolicy != nil && s.WorkerMemoryTuningPolicy != nil {
		say("memoryTuningPolicy and workerMemoryTuningPolicy are one setting: give one of them")
	}
	if p := s.MemoryTuningPolicy; p != nil {
		checkMemory(p, say)
	}
	if a := s.Autoscaling; a != nil && a.MinReplicas > a.MaxReplicas {
		say("autoscaling.minReplicas %d is more than maxReplicas %d", a.MinReplicas, a.MaxReplicas)
	}
	return wrong
}

func checkRole(name string, role api.ReplicaType, r *api.ReplicaSpec, say func(string, ...any)) {
	if !slices.Contains(api.Roles(), role) {
		for _, known := range api.Roles() {
			if strings.EqualFold(string(known), string(role)) {
				say("marsReplicaSpecs has %s twice: as %s too", known, role)
				return
			}
		}
		say("marsReplicaSpecs.%s is no role: the roles are Scheduler, WebService and Worker", role)
		return
	}
	if *r.Replicas < 0 {
		say("%s.replicas is %d: it is 0 or more", role, *r.Replicas)
		return
	}
	if last := fmt.Sprintf("%s-%s-%d", name, strings.ToLower(string(role)),
		max(*r.Replicas, 1)-1); len(last) > maxName {
		say("the service %s would have %d characters, of at most %d: give the job a shorter name", last,
			len(last), maxName)
	}
	var names []string
	for _, c := range r.Template.Spec.Containers {
		names = append(names, c.Name)
	}
	switch n := count(names, Container); {
	case len(names) == 0:
		say("%s.template has no containers: add one with the name %s", role, Container)
	case n == 0:
		say("%s.template has no container of the name %s, but %s: name the one that runs Mars so", role,
			Container, strings.Join(names, ", "))
	case n > 1:
		say("%s.template has %d containers of the name %s", role, n, Container)
	}
}

func checkMemory(p *api.MemoryTuningPolicy, say func(string, ...any)) {
	for i, d := range p.SpillDirs {
		switch {
		case !path.IsAbs(d) || path.Clean(d) == "/":
			say("memoryTuningPolicy.spillDirs: %q is no absolute path of a folder", d)
		case strings.ContainsAny(d, ":,"):
			say("memoryTuningPolicy.spillDirs: %q: ':' and ',' separate folders and cannot stand in one", d)
		case slices.ContainsFunc(p.SpillDirs[:i],
			func(other string) bool { return path.Clean(other) == path.Clean(d) }):
			say("memoryTuningPolicy.spillDirs has %q twice", d)
		}
	}
	if d := p.PlasmaStore; d != nil && *d != "" && (!path.IsAbs(*d) || strings.Contains(*d, ":")) {
		say("memoryTuningPolicy.plasmaStore: %q is no absolute path of a folder", *d)
	}
	if q := p.WorkerCacheSize; q != nil && q.Sign() < 0 {
		say("memoryTuningPolicy.workerCacheSize %s is less than nothing", q)
	}
	if n := p.WorkerCachePercentage; n != nil && *n < 0 {
		say("memoryTuningPolicy.workerCachePercentage is %d: it is 0 to 100", *n)
	}
}

func count(names []string, name string) (n int) {
	for _, x := range names {
		if x == name {
			n++
		}
	}
	return n
}
