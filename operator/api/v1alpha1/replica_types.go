package v1alpha1

import (
	corev1 "k8s.io/api/core/v1"
)

// ReplicaType is a role.
type ReplicaType string

// The roles.
const (
	Scheduler  ReplicaType = "Scheduler"
	WebService ReplicaType = "WebService"
	Worker     ReplicaType = "Worker"
)

// Roles are all, in the order in which they start.
func Roles() []ReplicaType { return []ReplicaType{Scheduler, WebService, Worker} }

// CleanPodPolicy says which pods are deleted at the end of a job.
type CleanPodPolicy string

// What is deleted at the end.
const (
	CleanAll     CleanPodPolicy = "All"
	CleanRunning CleanPodPolicy = "Running"
	CleanNone    CleanPodPolicy = "None"
)

// RestartPolicy says what happens when the process of a pod has ended.
type RestartPolicy string

// With Always and OnFailure the kubelet starts containers again; with ExitCode the operator makes a new pod
// where the exit code says that it helps; with Never nobody does.
const (
	RestartAlways    RestartPolicy = "Always"
	RestartOnFailure RestartPolicy = "OnFailure"
	RestartNever     RestartPolicy = "Never"
	RestartExitCode  RestartPolicy = "ExitCode"
)

// ReplicaSpec is the pods of a role.
type ReplicaSpec struct {
	// Replicas is how many pods there are.
	//
	// +kubebuilder:default=1
	// +kubebuilder:validation:Minimum=0
	// +optional
	Replicas *int32 `json:"replicas,omitempty"`

	// RestartPolicy counts, not that of the template. The default is Never for a Scheduler, Always for a
	// WebService, ExitCode for a Worker.
	//
	// +kubebuilder:validation:Enum="";Always;OnFailure;Never;ExitCode
	// +optional
	RestartPolicy RestartPolicy `json:"restartPolicy,omitempty"`

	// Template is the pod. Its container named mars is the process of the role.
	//
	// +kubebuilder:validation:Schemaless
	// +kubebuilder:validation:Type=object
	// +kubebuilder:pruning:PreserveUnknownFields
	Template corev1.PodTemplateSpec `json:"template"`

	// SpotReplicaSpec marks the last pods as those that may be lost.
	//
	// +optional
	SpotReplicaSpec *SpotReplicaSpec `json:"spotReplicaSpec,omitempty"`
}

// SpotReplicaSpec is what the last pods of a role have of their own.
type SpotReplicaSpec struct {
	// SpotReplicaNumber is how many pods, counted from the last.
	//
	// +kubebuilder:validation:Minimum=0
	// +optional
	SpotReplicaNumber int32 `json:"spotReplicaNumber,omitempty"`

	// PriorityClassName is that of these pods.
	//
	// +optional
	PriorityClassName string `json:"priorityClassName,omitempty"`

	// Labels are added to these pods.
	//
	// +optional
	Labels map[string]string `json:"labels,omitempty"`
}

// SchedulingPolicy says how pods are placed. Of it priorityClassName and priority are used.
type SchedulingPolicy struct {
	// +optional
	MinAvailable *int32 `json:"minAvailable,omitempty"`
	// +optional
	Priority *int32 `json:"priority,omitempty"`
	// +optional
	PriorityClassName string `json:"priorityClassName,omitempty"`
	// +optional
	Queue string `json:"queue,omitempty"`
}
