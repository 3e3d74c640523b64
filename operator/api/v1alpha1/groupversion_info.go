// Package v1alpha1 is the API of Mars clusters on Kubernetes: MarsJob of training.kubedl.io/v1alpha1, with
// the fields that KubeDL gave it.
//
// Differences to KubeDL: a pod template has no schema in the CRD and is checked by the API server when pods
// are made; memoryTuningPolicy and workerMemoryTuningPolicy are one setting; suspend, managedBy, autoscaling
// and ingress are new.
//
// +kubebuilder:object:generate=true
// +groupName=training.kubedl.io
package v1alpha1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// GroupVersion is that of a MarsJob.
var GroupVersion = schema.GroupVersion{Group: "training.kubedl.io", Version: "v1alpha1"}

// Kind is that of a MarsJob.
var Kind = GroupVersion.WithKind("MarsJob")

// AddToScheme adds the types of this package to a scheme.
func AddToScheme(s *runtime.Scheme) error {
	s.AddKnownTypes(GroupVersion, &MarsJob{}, &MarsJobList{})
	metav1.AddToGroupVersion(s, GroupVersion)
	return nil
}
