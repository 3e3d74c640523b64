package v1alpha1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// JobConditionType is what a condition is about.
type JobConditionType string

// Conditions: the states of a job, of which the newest stands last, and facts that stand before it.
const (
	JobCreated    JobConditionType = "Created"
	JobQueuing    JobConditionType = "Queuing"
	JobRunning    JobConditionType = "Running"
	JobRestarting JobConditionType = "Restarting"
	JobSuspended  JobConditionType = "Suspended"
	JobSucceeded  JobConditionType = "Succeeded"
	JobFailed     JobConditionType = "Failed"

	WebReady JobConditionType = "WebReady"
	Scaled   JobConditionType = "Scaled"
	// Effective is there when the job asks, or has asked, for something in vain: its message says what.
	Effective JobConditionType = "Effective"
)

// JobCondition is one of them.
type JobCondition struct {
	Type   JobConditionType       `json:"type"`
	Status corev1.ConditionStatus `json:"status"`
	// +optional
	Reason string `json:"reason,omitempty"`
	// +optional
	Message string `json:"message,omitempty"`
	// +optional
	LastUpdateTime metav1.Time `json:"lastUpdateTime,omitempty"`
	// +optional
	LastTransitionTime metav1.Time `json:"lastTransitionTime,omitempty"`
	// ObservedGeneration is the generation of the job that the condition is about.
	//
	// +optional
	ObservedGeneration int64 `json:"observedGeneration,omitempty"`
}

// ReplicaStatus counts the pods of a role.
type ReplicaStatus struct {
	// +optional
	Active int32 `json:"active,omitempty"`
	// +optional
	Succeeded int32 `json:"succeeded,omitempty"`
	// +optional
	Failed int32 `json:"failed,omitempty"`
	// Evicted are among those that failed.
	//
	// +optional
	Evicted int32 `json:"evicted,omitempty"`
}

// PodRestart is what is kept of pods that were made again, so that the next one waits longer.
type PodRestart struct {
	// Pod is its name.
	Pod string `json:"pod"`
	// UID is that of the last pod that was counted.
	UID string `json:"uid"`
	// Count is how many in a row were lost.
	Count int32 `json:"count"`
	// At is when the last was.
	At metav1.MicroTime `json:"at"`
}

// MarsJobStatus is how a cluster is.
type MarsJobStatus struct {
	// Conditions are in order of time: the newest is last.
	//
	// +listType=atomic
	// +optional
	Conditions []JobCondition `json:"conditions,omitempty"`

	// ReplicaStatuses count the pods of each role.
	//
	// +optional
	ReplicaStatuses map[ReplicaType]*ReplicaStatus `json:"replicaStatuses,omitempty"`

	// +optional
	StartTime *metav1.Time `json:"startTime,omitempty"`
	// +optional
	CompletionTime *metav1.Time `json:"completionTime,omitempty"`
	// +optional
	LastReconcileTime *metav1.Time `json:"lastReconcileTime,omitempty"`
	// ModelVersionName is of no use to Mars.
	//
	// +optional
	ModelVersionName string `json:"modelVersionName,omitempty"`
	// CacheBackendName is of no use to Mars.
	//
	// +optional
	CacheBackendName string `json:"cacheBackendName,omitempty"`

	// WebServiceAddresses are where the web services are seen from outside.
	//
	// +listType=atomic
	// +optional
	WebServiceAddresses []string `json:"webServiceAddresses,omitempty"`

	// WorkerSelector finds the pods of workers, for autoscalers.
	//
	// +optional
	WorkerSelector string `json:"workerSelector,omitempty"`

	// Failovers counts the pods that ended and were made again.
	//
	// +optional
	Failovers int32 `json:"failovers,omitempty"`

	// Restarts has the pods that were lost lately.
	//
	// +listType=atomic
	// +optional
	Restarts []PodRestart `json:"restarts,omitempty"`

	// ObservedGeneration is that of the spec which the status is about.
	//
	// +optional
	ObservedGeneration int64 `json:"observedGeneration,omitempty"`
}
