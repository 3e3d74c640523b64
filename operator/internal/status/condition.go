package status

import (
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
)

// passing are the states that take each other's place.
var passing = []api.JobConditionType{api.JobQueuing, api.JobRunning, api.JobRestarting, api.JobSuspended}

// facts stand beside the state.
var facts = []api.JobConditionType{api.WebReady, api.Scaled, api.Effective}

// Get is the condition of a type, nil when there is none.
func Get(cs []api.JobCondition, t api.JobConditionType) *api.JobCondition {
	for i := range cs {
		if cs[i].Type == t {
			return &cs[i]
		}
	}
	return nil
}

// State is the newest one, empty when there is none.
func State(s *api.MarsJobStatus) api.JobConditionType {
	if n := len(s.Conditions); n > 0 {
		return s.Conditions[n-1].Type
	}
	return ""
}

// Finished says whether a job has ended.
func Finished(s *api.MarsJobStatus) bool {
	for _, t := range []api.JobConditionType{api.JobSucceeded, api.JobFailed} {
		if c := Get(s.Conditions, t); c != nil && c.Status == corev1.ConditionTrue {
			return true
		}
	}
	return false
}

// enter makes a state the newest. One that is so already keeps its times.
func enter(cs []api.JobCondition, t api.JobConditionType, reason, message string, now time.Time, generation int64) []api.JobCondition {
	if n := len(cs); n > 0 && cs[n-1].Type == t && cs[n-1].Status == corev1.ConditionTrue &&
		cs[n-1].Reason == reason {
		if c := &cs[n-1]; c.Message != message {
			c.Message, c.LastUpdateTime, c.ObservedGeneration = message, metav1.NewTime(now), generation
		}
		return cs
	}
	old := Get(cs, t)
	c := condition(t, corev1.ConditionTrue, reason, message, now, generation)
	if old != nil && old.Status == c.Status {
		c.LastTransitionTime = old.LastTransitionTime
	}
	ended := t == api.JobSucceeded || t == api.JobFailed
	cs = slices.DeleteFunc(cs, func(x api.JobCondition) bool {
		return x.Type == t || slices.Contains(passing, x.Type) &&
			(slices.Contains(passing, t) || ended && x.Type != api.JobRunning)
	})
	if r := Get(cs, api.JobRunning); r != nil && ended && r.Status != corev1.ConditionFalse {
		r.Status, r.LastTransitionTime, r.LastUpdateTime = corev1.ConditionFalse, c.LastTransitionTime,
			c.LastUpdateTime
	}
	return append(cs, c)
}

// note sets a fact, before the newest state.
func note(cs []api.JobCondition, t api.JobConditionType, holds bool, reason, message string, now time.Time, generation int64) []api.JobCondition {
	c := condition(t, corev1.ConditionFalse, reason, message, now, generation)
	if holds {
		c.Status = corev1.ConditionTrue
	}
	if old := Get(cs, t); old != nil {
		if old.Status == c.Status {
			c.LastTransitionTime = old.LastTransitionTime
			if old.Reason == reason && old.Message == message && old.ObservedGeneration == generation {
				c.LastUpdateTime = old.LastUpdateTime
			}
		}
		*old = c
		return cs
	}
	return slices.Insert(cs, max(len(cs)-1, 0), c)
}

// inOrder puts facts before the newest state, whatever entered last.
func inOrder(cs []api.JobCondition) []api.JobCondition {
	var states, beside []api.JobCondition
	for _, c := range cs {
		if slices.Contains(facts, c.Type) {
			beside = append(beside, c)
		} else {
			states = append(states, c)
		}
	}
	if len(states) == 0 {
		return beside
	}
	n := len(states) - 1
	return slices.Concat(states[:n], beside, states[n:])
}

func condition(t api.JobConditionType, s corev1.ConditionStatus, reason, message string, now time.Time, generation int64) api.JobCondition {
	at := metav1.NewTime(now).Rfc3339Copy()
	return api.JobCondition{
		Type: t, Status: s, Reason: reason, Message: message, LastUpdateTime: at,
		LastTransitionTime: at, ObservedGeneration: generation,
	}
}
