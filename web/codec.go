package web

import (
	"connectrpc.com/connect"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/strictpb"
)

// maxDepth is how deep messages may nest in JSON: strictpb.MaxDepth, and what wraps an attribute.
const maxDepth = 2 * strictpb.MaxDepth

// jsonCodec is the JSON of messages. Unlike Connect's own it refuses fields that it does not know.
type jsonCodec struct{}

func (jsonCodec) Name() string { return "json" }

func (jsonCodec) Marshal(v any) ([]byte, error) {
	m, err := message(v)
	if err != nil {
		return nil, err
	}
	return protojson.Marshal(m)
}

func (jsonCodec) MarshalAppend(dst []byte, v any) ([]byte, error) {
	m, err := message(v)
	if err != nil {
		return nil, err
	}
	return protojson.MarshalOptions{}.MarshalAppend(dst, m)
}

func (jsonCodec) Unmarshal(b []byte, v any) error {
	m, err := message(v)
	if err != nil {
		return err
	}
	if len(b) == 0 {
		return errs.New(errs.Invalid, "no JSON")
	}
	return protojson.UnmarshalOptions{RecursionLimit: maxDepth}.Unmarshal(b, m)
}

func (jsonCodec) IsBinary() bool { return false }

// binaryCodec is the binary form of messages, with the same strictness.
type binaryCodec struct{}

func (binaryCodec) Name() string { return "proto" }

func (binaryCodec) Marshal(v any) ([]byte, error) {
	m, err := message(v)
	if err != nil {
		return nil, err
	}
	return proto.Marshal(m)
}

func (binaryCodec) Unmarshal(b []byte, v any) error {
	m, err := message(v)
	if err != nil {
		return err
	}
	return strictpb.Unmarshal(b, m)
}

func (binaryCodec) IsBinary() bool { return true }

func message(v any) (proto.Message, error) {
	m, ok := v.(proto.Message)
	if !ok {
		return nil, errs.New(errs.Internal, "%T is no message", v)
	}
	return m, nil
}

var (
	_ connect.Codec = jsonCodec{}
	_ connect.Codec = binaryCodec{}
)
