package plan

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	corev1 "k8s.io/api/core/v1"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
)

// schedulerWeb is the web port of a scheduler.
const schedulerWeb = 7104

// detail is MARS_CLUSTER_DETAIL and MARS_TASK_DETAIL.
type detail struct {
	Cluster map[string][]string `json:"cluster"`
	Task    task                `json:"task"`
}

type task struct {
	Type      string     `json:"type"`
	Index     int        `json:"index"`
	Resources *resources `json:"resources,omitempty"`
}

type resources struct {
	Cores  int64 `json:"cpu_procs"`
	Memory int64 `json:"phy_mem"` // bytes
}

// environment sets the variables of a role. Those that KubeDL sets win over the template's, ours do not.
func environment(job *api.MarsJob, role api.ReplicaType, index int, s *corev1.PodSpec, c *corev1.Container) {
	cores, memory := want(c, corev1.ResourceCPU), want(c, corev1.ResourceMemory)
	t := task{Type: lower(role), Index: index}
	if role == api.Worker {
		t.Resources = &resources{cores, memory}
	}
	set(c, "MARS_CLUSTER_DETAIL", text(detail{cluster(job, "scheduler"), t}))
	set(c, "MARS_TASK_DETAIL", text(detail{cluster(job, "supervisor"), t}))
	set(c, "MARS_CPU_TOTAL", strconv.FormatInt(cores, 10))
	set(c, "MARS_MEMORY_TOTAL", strconv.FormatInt(memory, 10))
	set(c, "MARS_CPU_USE_PROCESS_STAT", "1")
	set(c, "MARS_MEM_USE_CGROUP_STAT", "1")
	set(c, "MARS_BIND_PORT", fmt.Sprint(marsPort(job, role)))
	set(c, "MARS_K8S_GROUP_LABELS", LabelJob)
	field(c, "MARS_CONTAINER_IP", "status.podIP")
	field(c, "MARS_K8S_POD_NAME", "metadata.name")
	field(c, "MARS_K8S_POD_NAMESPACE", "metadata.namespace")
	switch role {
	case api.Scheduler:
		add(c, "MARS_WEB_PORT", fmt.Sprint(WebPort(job, role)))
		add(c, "MARS_NODE_ADVERTISE", address(job, role, index))
	case api.WebService:
		if host(job) != "" {
			set(c, "MARS_WEB_PREFIX", prefix(job, index))
		}
	}
	if !slices.ContainsFunc(c.Env, func(e corev1.EnvVar) bool { return e.Name == "MARS_NODE_SECRET_FILE" || e.Name == "MARS_NODE_SECRET" }) {
		c.Env = append(c.Env, corev1.EnvVar{
			Name: "MARS_NODE_SECRET",
			ValueFrom: &corev1.EnvVarSource{SecretKeyRef: &corev1.SecretKeySelector{
				LocalObjectReference: corev1.LocalObjectReference{Name: SecretName(job.Name)}, Key: SecretKey,
			}},
		})
	}
	if n := s.TerminationGracePeriodSeconds; n != nil { // of the template: the process must know it
		add(c, "MARS_NODE_STOP_TIMEOUT", fmt.Sprintf("%ds", max((*n-5)/2, 1)))
	}
}

// cluster lists who is there at a known name. The schedulers have two names for what they are.
func cluster(job *api.MarsJob, schedulers string) map[string][]string {
	out := map[string][]string{}
	for _, x := range []struct {
		key  string
		role api.ReplicaType
	}{{schedulers, api.Scheduler}, {"webservice", api.WebService}} {
		if r := job.Spec.MarsReplicaSpecs[x.role]; r != nil {
			for i := range int(*r.Replicas) {
				out[x.key] = append(out[x.key],
					fmt.Sprintf("%s:%d", address(job, x.role, i), marsPort(job, x.role)))
			}
		}
	}
	return out
}

// address is the name of a pod in the cluster.
func address(job *api.MarsJob, role api.ReplicaType, index int) string {
	return Name(job.Name, role, index) + "." + job.Namespace + ".svc"
}

// WebPort is where a role serves pages, the API and health.
func WebPort(job *api.MarsJob, role api.ReplicaType) int32 {
	if role != api.Scheduler {
		return marsPort(job, role)
	}
	for _, e := range mars(&job.Spec.MarsReplicaSpecs[role].Template.Spec).Env {
		if n, err := strconv.ParseInt(e.Value, 10, 32); e.Name == "MARS_WEB_PORT" && err == nil && n > 0 {
			return int32(n)
		}
	}
	return schedulerWeb
}

// want is what a container asks for of a resource in whole units, else its limit, else 0.
func want(c *corev1.Container, of corev1.ResourceName) int64 {
	if q, ok := c.Resources.Requests[of]; ok {
		return q.Value()
	}
	return limit(c, of)
}

func limit(c *corev1.Container, of corev1.ResourceName) int64 {
	q := c.Resources.Limits[of]
	return q.Value()
}

func text(x any) string {
	b, err := json.Marshal(x)
	if err != nil {
		panic(err) // maps of texts and numbers have a form in JSON
	}
	return string(b)
}

func set(c *corev1.Container, name, value string) {
	replace(c, corev1.EnvVar{Name: name, Value: value})
}

func field(c *corev1.Container, name, path string) {
	replace(c, corev1.EnvVar{Name: name, ValueFrom: &corev1.EnvVarSource{FieldRef: &corev1.ObjectFieldSelector{APIVersion: "v1", FieldPath: path}}})
}

// replace puts a variable where one of its name is, or at the end.
func replace(c *corev1.Container, e corev1.EnvVar) {
	i := slices.IndexFunc(c.Env, func(x corev1.EnvVar) bool { return x.Name == e.Name })
	if i < 0 {
		c.Env = append(c.Env, e)
		return
	}
	c.Env[i] = e
}

// add sets what the template leaves open.
func add(c *corev1.Container, name, value string) {
	if !slices.ContainsFunc(c.Env, func(x corev1.EnvVar) bool { return x.Name == name }) {
		set(c, name, value)
	}
}
