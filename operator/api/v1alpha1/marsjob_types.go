package v1alpha1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// MarsJob is a Mars cluster: supervisors, web ports and workers, each in a pod.
//
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:subresource:scale:specpath=.spec.marsReplicaSpecs.Worker.replicas,statuspath=.status.replicaStatuses.Worker.active,selectorpath=.status.workerSelector
// +kubebuilder:resource:categories=all,shortName=mj
// +kubebuilder:printcolumn:name="State",type=string,JSONPath=`.status.conditions[-1:].type`
// +kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`
// +kubebuilder:printcolumn:name="Finished-TTL",type=integer,JSONPath=`.spec.ttlSecondsAfterFinished`
// +kubebuilder:printcolumn:name="Max-Lifetime",type=integer,JSONPath=`.spec.activeDeadlineSeconds`
// +kubebuilder:validation:XValidation:rule="size(self.metadata.name) <= 50",message="the name of a MarsJob has at most 50 characters: {name}-webservice-0 is the name of a service, of at most 63"
// +kubebuilder:validation:XValidation:rule="self.metadata.name.matches('^[a-z]([-a-z0-9]*[a-z0-9])?$')",message="the name of a MarsJob begins with a letter and has lower-case letters, digits and '-' alone: services are named after it"
type MarsJob struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   MarsJobSpec   `json:"spec,omitempty"`
	Status MarsJobStatus `json:"status,omitempty"`
}

// MarsJobList is a list of them.
//
// +kubebuilder:object:root=true
type MarsJobList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []MarsJob `json:"items"`
}

// ManagedBy is the value of spec.managedBy by which a job is ours; so is one without a value.
const ManagedBy = "training.kubedl.io/mars-operator"

// MarsJobSpec is what a cluster is to be.
//
// +kubebuilder:validation:XValidation:rule="!(has(self.memoryTuningPolicy) && has(self.workerMemoryTuningPolicy))",message="memoryTuningPolicy and workerMemoryTuningPolicy are one setting: give one of them"
// +kubebuilder:validation:XValidation:rule="has(self.managedBy) == has(oldSelf.managedBy) && (!has(self.managedBy) || self.managedBy == oldSelf.managedBy)",message="managedBy cannot be changed"
type MarsJobSpec struct {
	// CleanPodPolicy says which pods are deleted when the job ends: All, those Running, or None.
	//
	// +kubebuilder:validation:Enum="";All;Running;None
	// +kubebuilder:default=None
	// +optional
	CleanPodPolicy *CleanPodPolicy `json:"cleanPodPolicy,omitempty"`

	// TTLSecondsAfterFinished is how many seconds after its end the job is deleted. Without it that is never.
	//
	// +kubebuilder:validation:Minimum=0
	// +optional
	TTLSecondsAfterFinished *int32 `json:"ttlSecondsAfterFinished,omitempty"`

	// ActiveDeadlineSeconds is how many seconds the job may run before it fails.
	//
	// +kubebuilder:validation:Minimum=1
	// +optional
	ActiveDeadlineSeconds *int64 `json:"activeDeadlineSeconds,omitempty"`

	// BackoffLimit is how many restarts of pods there may be before the job fails.
	//
	// +kubebuilder:validation:Minimum=0
	// +optional
	BackoffLimit *int32 `json:"backoffLimit,omitempty"`

	// SchedulingPolicy says how pods are placed.
	//
	// +optional
	SchedulingPolicy *SchedulingPolicy `json:"schedulingPolicy,omitempty"`

	// CronPolicy has no effect, as an event and the condition Effective say: let a CronJob create MarsJobs.
	//
	// +optional
	CronPolicy *CronPolicy `json:"cronPolicy,omitempty"`

	// Suspend takes all pods away until it is false again.
	//
	// +optional
	Suspend *bool `json:"suspend,omitempty"`

	// ManagedBy names the controller of the job. Jobs of others are left alone.
	//
	// +kubebuilder:validation:MaxLength=63
	// +optional
	ManagedBy *string `json:"managedBy,omitempty"`

	// WebHost is the host below which the web services are seen from outside, by an Ingress.
	//
	// +optional
	WebHost *string `json:"webHost,omitempty"`

	// Ingress has more settings of that Ingress.
	//
	// +optional
	Ingress *IngressOptions `json:"ingress,omitempty"`

	// Autoscaling lets the number of workers follow the work.
	//
	// +optional
	Autoscaling *Autoscaling `json:"autoscaling,omitempty"`

	// MemoryTuningPolicy has the memory settings of workers.
	//
	// +optional
	MemoryTuningPolicy *MemoryTuningPolicy `json:"memoryTuningPolicy,omitempty"`

	// WorkerMemoryTuningPolicy is another name of memoryTuningPolicy.
	//
	// +optional
	WorkerMemoryTuningPolicy *MemoryTuningPolicy `json:"workerMemoryTuningPolicy,omitempty"`

	// MarsReplicaSpecs has the pods of each role: Scheduler, WebService, Worker.
	//
	// +kubebuilder:validation:MaxProperties=8
	// +kubebuilder:validation:XValidation:rule="self.all(k, k.lowerAscii() in ['scheduler', 'webservice', 'worker'])",message="the roles are Scheduler, WebService and Worker"
	// +kubebuilder:validation:XValidation:rule="self.exists(k, k.lowerAscii() == 'scheduler')",message="marsReplicaSpecs needs a Scheduler"
	MarsReplicaSpecs map[ReplicaType]*ReplicaSpec `json:"marsReplicaSpecs"`
}
