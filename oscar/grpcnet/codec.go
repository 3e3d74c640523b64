package grpcnet

import (
	"google.golang.org/grpc"
	"google.golang.org/grpc/mem"
)

// message is what gRPC sends or has received.
type message struct {
	out mem.BufferSlice
	in  mem.Buffer // to be freed
}

// codec hands gRPC the bytes as they are.
type codec struct{}

func (codec) Name() string { return "oscar" }

func (codec) Marshal(v any) (mem.BufferSlice, error) { return v.(*message).out, nil }

func (codec) Unmarshal(b mem.BufferSlice, v any) error {
	v.(*message).in = b.MaterializeToBuffer(mem.DefaultBufferPool())
	return nil
}

const (
	serviceName = "mars.oscar.Link"
	methodName  = "Join"
	// maxMessage bounds what a peer may make us keep in memory for one message. Ours end at the first packet
	// over batchSize.
	maxMessage = 1 << 20
	// window is the HTTP/2 window; reading never stops, so it only has to be larger than what is on the wire.
	window = 1 << 20
)

var streamDesc = grpc.StreamDesc{StreamName: methodName, ServerStreams: true, ClientStreams: true}

// stream is what both ends of a gRPC stream have.
type stream interface {
	SendMsg(m any) error
	RecvMsg(m any) error
}

func bytesMessage(b []byte) *message { return &message{out: mem.BufferSlice{mem.SliceBuffer(b)}} }
