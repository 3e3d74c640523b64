// Package graph carries lazy graphs as messages: Encode writes the nodes that values need, Decode builds them
// again by the registry.
//
// A graph means the same to both sides or it is refused: an operator, parameter, type of parameter or
// operator set that the reader does not know is an error that names it, never ignored. Parameters that have
// their defaults do not travel. Arrays and frames among the parameters travel as .npy and Arrow streams.
//
// Calls of subtasks go from supervisor to worker by CallWriter and CallReader: operands by name and
// parameters, each once in a message, the rest in few bytes. Both are of one version.
//
// Floor 3.
package graph
