package plan

import (
	"fmt"
	"strings"

	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
)

// Labels of everything that belongs to a job.
const (
	LabelGroup = "group-name"
	LabelJob   = "job-name"
	LabelRole  = "replica-type"
	LabelIndex = "replica-index"
)

// A Plan is what a job is to have, in the order of roles and indexes.
type Plan struct {
	Secret    *corev1.Secret // without its value, which is random
	Budget    *policyv1.PodDisruptionBudget
	Services  []*corev1.Service
	Pods      []*corev1.Pod
	Ingresses []*networkingv1.Ingress
	Addresses []string // of the web services from outside, without a scheme
}

// Of plans a job to which defaults were applied and with which nothing is wrong.
func Of(job *api.MarsJob) *Plan {
	p := &Plan{Secret: secret(job), Budget: budget(job)}
	for _, role := range api.Roles() {
		r := job.Spec.MarsReplicaSpecs[role]
		if r == nil {
			continue
		}
		for i := range int(*r.Replicas) {
			s := service(job, role, i)
			p.Services = append(p.Services, s)
			p.Pods = append(p.Pods, pod(job, role, i))
			if role == api.WebService && host(job) != "" {
				p.Ingresses = append(p.Ingresses, ingress(job, s))
				p.Addresses = append(p.Addresses, host(job)+prefix(job, i))
			}
		}
	}
	return p
}

// Name is that of the pod and of the service of a role and index.
func Name(job string, role api.ReplicaType, index int) string {
	return fmt.Sprintf("%s-%s-%d", job, lower(role), index)
}

// Selector are the labels of everything of a job.
func Selector(job string) map[string]string {
	return map[string]string{LabelGroup: api.GroupVersion.Group, LabelJob: job}
}

// roleLabels are those of everything of a role.
func roleLabels(job string, role api.ReplicaType) map[string]string {
	l := Selector(job)
	l[LabelRole] = lower(role)
	return l
}

func podLabels(job string, role api.ReplicaType, index int) map[string]string {
	l := roleLabels(job, role)
	l[LabelIndex] = fmt.Sprint(index)
	return l
}

// WorkerLabels are those of the pods of workers.
func WorkerLabels(job string) map[string]string { return roleLabels(job, api.Worker) }

// WorkerSelector finds the pods of workers.
func WorkerSelector(job string) string {
	return fmt.Sprintf("%s=%s,%s=%s,%s=%s", LabelGroup, api.GroupVersion.Group, LabelJob, job, LabelRole,
		lower(api.Worker))
}

// meta is that of an object of a job. The job owns it, so it goes when the job goes.
func meta(job *api.MarsJob, name string, labels map[string]string) metav1.ObjectMeta {
	return metav1.ObjectMeta{
		Name: name, Namespace: job.Namespace, Labels: labels,
		OwnerReferences: []metav1.OwnerReference{*metav1.NewControllerRef(job, api.Kind)},
	}
}

func lower(role api.ReplicaType) string { return strings.ToLower(string(role)) }
