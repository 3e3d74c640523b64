// Package autoscale says how many workers a cluster wants and which may leave; who starts and ends them is an
// operator of Kubernetes, or a person.
//
// A look at the cluster is an event, advice is the answer. Workers are wanted for what can be run: as many
// slots as begin it within 10 s at the usual time of a subtask, and never more than there are subtasks. A
// worker may leave that has been given nothing for a while, when those that stay have slots for all that is
// still to come, subtasks that wait for inputs too, and room for all that is stored.
//
// Invariants: who runs something is not named. Where more workers are wanted than there are, nobody is named.
// At least Workers - len(Retire) are wanted. Where something is stored or to be run, one is.
//
// Floor 6.
package autoscale
