package v1alpha1

import (
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// MemoryTuningPolicy has the memory settings of workers.
type MemoryTuningPolicy struct {
	// PlasmaStore is a folder of shared memory. When it is given, a volume of memory is mounted there.
	//
	// +optional
	PlasmaStore *string `json:"plasmaStore,omitempty"`

	// LockFreeFileIO says that nobody else uses the spill folders. The engine has no use for it.
	//
	// +optional
	LockFreeFileIO *bool `json:"lockFreeFileIO,omitempty"`

	// SpillDirs are folders for chunks that memory has no room for, each a volume of its own.
	//
	// +kubebuilder:validation:MaxItems=64
	// +listType=atomic
	// +optional
	SpillDirs []string `json:"spillDirs,omitempty"`

	// WorkerCachePercentage is the share of the worker's memory that holds chunks.
	//
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:Maximum=100
	// +optional
	WorkerCachePercentage *int32 `json:"workerCachePercentage,omitempty"`

	// WorkerCacheSize is how much memory holds chunks. It wins over the percentage.
	//
	// +optional
	WorkerCacheSize *resource.Quantity `json:"workerCacheSize,omitempty"`
}

// IngressOptions are settings of the Ingress that webHost asks for.
type IngressOptions struct {
	// IngressClassName is the class of the Ingress; without it that is the default of the cluster.
	//
	// +optional
	IngressClassName *string `json:"ingressClassName,omitempty"`

	// TLSSecretName is the secret that holds the certificate of webHost.
	//
	// +optional
	TLSSecretName string `json:"tlsSecretName,omitempty"`

	// Annotations are put on the Ingress.
	//
	// +optional
	Annotations map[string]string `json:"annotations,omitempty"`
}

// Autoscaling lets the number of workers follow the work.
//
// +kubebuilder:validation:XValidation:rule="self.minReplicas <= self.maxReplicas",message="minReplicas is more than maxReplicas"
type Autoscaling struct {
	// MinReplicas is the least number of workers.
	//
	// +kubebuilder:default=1
	// +kubebuilder:validation:Minimum=0
	// +optional
	MinReplicas int32 `json:"minReplicas"`

	// MaxReplicas is the largest number of workers.
	//
	// +kubebuilder:validation:Minimum=1
	MaxReplicas int32 `json:"maxReplicas"`

	// IdleTimeoutSeconds is how long a worker has nothing to do before it goes.
	//
	// +kubebuilder:default=120
	// +kubebuilder:validation:Minimum=1
	// +optional
	IdleTimeoutSeconds int32 `json:"idleTimeoutSeconds,omitempty"`

	// UpscaleFactor is how many times as many workers there may be after one step up.
	//
	// +kubebuilder:default=2
	// +kubebuilder:validation:Minimum=1
	// +optional
	UpscaleFactor int32 `json:"upscaleFactor,omitempty"`
}

// CronPolicy says when a job is to run again.
type CronPolicy struct {
	// Schedule is in the form of cron.
	Schedule string `json:"schedule"`

	// +kubebuilder:validation:Enum="";Allow;Forbid;Replace
	// +optional
	ConcurrencyPolicy string `json:"concurrencyPolicy,omitempty"`
	// +optional
	Suspend *bool `json:"suspend,omitempty"`
	// +optional
	Deadline *metav1.Time `json:"deadline,omitempty"`
	// +optional
	HistoryLimit *int32 `json:"historyLimit,omitempty"`
}
