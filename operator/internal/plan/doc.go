// Package plan says which objects a MarsJob is to have: pods, services, ingresses, a secret, a budget of
// disruptions. It is pure: equal jobs have equal plans.
//
// Every pod has a service of its own without an address (headless), so that its name is that of the pod's IP:
// {job}-scheduler-0.{namespace}.svc. Roles find each other by these names, which the environment of every pod
// has; workers are not listed there, for they come and go.
package plan
