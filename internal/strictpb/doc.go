// Package strictpb refuses protobuf messages with fields that this program does not know.
//
// Protobuf keeps unknown fields in silence. For a graph that is wrong: a parameter that is ignored changes
// the answer.
//
// Floor 0.
package strictpb
