package defaults

import (
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"sigs.k8s.io/yaml"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
)

func job(t *testing.T, spec string) *api.MarsJob {
	t.Helper()
	j := &api.MarsJob{}
	j.Name, j.Namespace = "x", "default"
	if err := yaml.UnmarshalStrict([]byte(spec), &j.Spec); err != nil {
		t.Fatal(err)
	}
	Apply(j)
	return j
}

// one is a template with containers of these names.
func one(names ...string) string {
	return "{template: {spec: {containers: [{name: " + strings.Join(names, "}, {name: ") + "}]}}}"
}

func TestDefaultsOfKubeDL(t *testing.T) {
	j := job(t, "marsReplicaSpecs: {SCHEDULER: "+one("mars")+", webservice: "+one("mars")+", Worker: "+one("side", "mars")+"}")
	if wrong := Check(j); wrong != nil {
		t.Fatal(wrong)
	}
	for role, want := range map[api.ReplicaType]api.RestartPolicy{
		api.Scheduler:  api.RestartNever,
		api.WebService: api.RestartAlways, api.Worker: api.RestartExitCode,
	} {
		r := j.Spec.MarsReplicaSpecs[role]
		if r == nil || r.RestartPolicy != want || *r.Replicas != 1 {
			t.Fatalf("%s: %+v", role, r)
		}
	}
	side, mars := j.Spec.MarsReplicaSpecs[api.Worker].Template.Spec.Containers[0],
		j.Spec.MarsReplicaSpecs[api.Worker].Template.Spec.Containers[1]
	if len(side.Ports) != 0 || len(mars.Ports) != 1 ||
		mars.Ports[0] != (corev1.ContainerPort{Name: "mars-port", ContainerPort: 11111}) {
		t.Errorf("ports %v, %v", side.Ports, mars.Ports)
	}
	if mars.TerminationMessagePolicy != corev1.TerminationMessageFallbackToLogsOnError {
		t.Error(mars.TerminationMessagePolicy)
	}
	if *j.Spec.CleanPodPolicy != api.CleanNone || !*j.Spec.MemoryTuningPolicy.LockFreeFileIO {
		t.Error("cleanPodPolicy or memoryTuningPolicy")
	}
}

func TestBothSpellings(t *testing.T) {
	roles := "marsReplicaSpecs: {Scheduler: " + one("mars") + ", Worker: " + one("mars") + "}"
	for _, name := range []string{"memoryTuningPolicy", "workerMemoryTuningPolicy"} {
		j := job(t, roles+"\n"+name+": {spillDirs: [/a], workerCachePercentage: 80}")
		if p := j.Spec.MemoryTuningPolicy; Check(j) != nil || p.SpillDirs[0] != "/a" ||
			*p.WorkerCachePercentage != 80 || j.Spec.WorkerMemoryTuningPolicy != nil {
			t.Errorf("%s: %+v, %v", name, p, Check(j))
		}
	}
}

// Applied twice it is what it was applied once.
func TestApplyTwice(t *testing.T) {
	j := job(t, "workerMemoryTuningPolicy: {spillDirs: [/a]}\nmarsReplicaSpecs: {scheduler: "+one("mars")+", WORKER: "+one("mars")+"}")
	a, _ := yaml.Marshal(j)
	Apply(j)
	if b, _ := yaml.Marshal(j); string(a) != string(b) {
		t.Errorf("%s\n%s", a, b)
	}
}

// Who applies a job again that was filled in changes nothing: what was written stands as it was.
func TestFillKeepsWhatIsWritten(t *testing.T) {
	j := &api.MarsJob{}
	spec := "workerMemoryTuningPolicy: {spillDirs: [/a]}\nmarsReplicaSpecs: {scheduler: " + one("mars") +
		", WORKER: {restartPolicy: Never, " + one("mars")[1:] + ", WebService: null}"
	if err := yaml.UnmarshalStrict([]byte(spec), &j.Spec); err != nil {
		t.Fatal(err)
	}
	before := j.DeepCopy()
	Fill(j)
	a, b := j.Spec.MarsReplicaSpecs["scheduler"], j.Spec.MarsReplicaSpecs["WORKER"]
	if a.RestartPolicy != api.RestartNever || *a.Replicas != 1 || b.RestartPolicy != api.RestartNever ||
		*b.Replicas != 1 || *j.Spec.CleanPodPolicy != api.CleanNone {
		t.Errorf("%+v, %+v", a, b)
	}
	a.RestartPolicy, a.Replicas, b.Replicas, j.Spec.CleanPodPolicy = "", nil, nil, nil
	if !equality.Semantic.DeepEqual(before, j) {
		t.Errorf("%+v was %+v", j.Spec, before.Spec)
	}
}

func TestCheck(t *testing.T) {
	good := "Scheduler: " + one("mars")
	for spec, want := range map[string]string{
		"marsReplicaSpecs: {Worker: " + one("mars") +
			"}": "no Scheduler",
		"marsReplicaSpecs: {Scheduler: null}": "no Scheduler",
		"marsReplicaSpecs: {}":                "no Scheduler",
		"marsReplicaSpecs: {Scheduler: {replicas: 0, " + one("mars")[1:] +
			"}": "Scheduler.replicas is 0",
		"marsReplicaSpecs: {Scheduler: {replicas: -1, " + one("mars")[1:] + "}": "0 or more",
		"marsReplicaSpecs: {" + good + ", scheduler: " + one("mars") +
			"}": "Scheduler twice",
		"marsReplicaSpecs: {" + good + ", Workers: " + one("mars") + "}": "no role",
		"marsReplicaSpecs: {Scheduler: {template: {}}}":                  "no containers",
		"marsReplicaSpecs: {Scheduler: " + one("main", "side") +
			"}": "no container of the name mars, but main, side",
		"marsReplicaSpecs: {Scheduler: " + one("mars", "mars") +
			"}": "2 containers of the name mars",
		"memoryTuningPolicy: {spillDirs: [a]}\nmarsReplicaSpecs: {" + good +
			"}": "no absolute path",
		"memoryTuningPolicy: {spillDirs: [/]}\nmarsReplicaSpecs: {" + good +
			"}": "no absolute path",
		"memoryTuningPolicy: {spillDirs: ['/a:b']}\nmarsReplicaSpecs: {" + good +
			"}": "cannot stand in one",
		"memoryTuningPolicy: {spillDirs: [/a, /a/]}\nmarsReplicaSpecs: {" + good + "}": "twice",
		"memoryTuningPolicy: {plasmaStore: shm}\nmarsReplicaSpecs: {" + good +
			"}": "plasmaStore",
		"memoryTuningPolicy: {workerCacheSize: -1}\nmarsReplicaSpecs: {" + good +
			"}": "less than nothing",
		"memoryTuningPolicy: {}\nworkerMemoryTuningPolicy: {}\nmarsReplicaSpecs: {" + good +
			"}": "one setting",
		"autoscaling: {minReplicas: 3, maxReplicas: 2}\nmarsReplicaSpecs: {" + good +
			"}": "more than maxReplicas",
	} {
		if wrong := Check(job(t, spec)); len(wrong) != 1 || !strings.Contains(wrong[0], want) {
			t.Errorf("%s: %v, want %q", spec, wrong, want)
		}
	}
}

func TestNames(t *testing.T) {
	for name, ok := range map[string]bool{
		"a": true, "a-1": true, strings.Repeat("a", 50): true, strings.Repeat("a", 51): false,
		strings.Repeat("a", 63): false,
		"1a":                    false, "a.b": false, "A": false, "a-": false,
	} {
		j := job(t, "marsReplicaSpecs: {Scheduler: "+one("mars")+", WebService: "+one("mars")+", Worker: "+one("mars")+"}")
		j.Name = name
		if wrong := Check(j); (wrong == nil) != ok {
			t.Errorf("%s: %v", name, wrong)
		}
	}
	j := job(t, "marsReplicaSpecs: {Scheduler: "+one("mars")+", Worker: {replicas: 100000, "+one("mars")[1:]+"}")
	j.Name = strings.Repeat("a", 50) // {name}-worker-99999 has 63
	if wrong := Check(j); wrong != nil {
		t.Error(wrong)
	}
	*j.Spec.MarsReplicaSpecs[api.Worker].Replicas++
	if wrong := Check(j); len(wrong) != 1 {
		t.Error(wrong)
	}
}
