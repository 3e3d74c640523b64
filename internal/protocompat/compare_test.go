package protocompat_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/encoding/prototext"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/mars-project/mars-go/internal/protocompat"
)

const old = `
name: "a.proto" package: "p" syntax: "proto3"
enum_type { name: "E" value { name: "ZERO" number: 0 } value { name: "ONE" number: 1 } value { name: "TWO" number: 2 } }
message_type {
	name: "M"
	field { name: "kept" number: 1 type: TYPE_INT32 label: LABEL_OPTIONAL }
	field { name: "gone" number: 2 type: TYPE_INT32 label: LABEL_OPTIONAL }
	field { name: "moved" number: 3 type: TYPE_STRING label: LABEL_OPTIONAL }
	field { name: "renamed" number: 4 type: TYPE_STRING label: LABEL_OPTIONAL }
	field { name: "retyped" number: 5 type: TYPE_INT32 label: LABEL_OPTIONAL }
	field { name: "listed" number: 6 type: TYPE_ENUM type_name: ".p.E" label: LABEL_OPTIONAL }
	field { name: "joined" number: 7 type: TYPE_INT32 label: LABEL_OPTIONAL }
	field { name: "table" number: 8 type: TYPE_MESSAGE type_name: ".p.M.TableEntry" label: LABEL_REPEATED }
	nested_type {
		name: "TableEntry" options { map_entry: true }
		field { name: "key" number: 1 type: TYPE_STRING label: LABEL_OPTIONAL }
		field { name: "value" number: 2 type: TYPE_INT32 label: LABEL_OPTIONAL }
	}
	nested_type { name: "In" field { name: "x" number: 1 type: TYPE_BOOL label: LABEL_OPTIONAL } }
}
message_type { name: "Gone" }
service { name: "S"
	method { name: "Kept" input_type: ".p.M" output_type: ".p.M" }
	method { name: "Gone" input_type: ".p.M" output_type: ".p.M" }
	method { name: "Streams" input_type: ".p.M" output_type: ".p.M" }
}`

const now = `
name: "b.proto" package: "p" syntax: "proto3"
enum_type { name: "E" value { name: "ZERO" number: 0 } value { name: "UNO" number: 1 } value { name: "TWO" number: 3 } value { name: "ADDED" number: 4 } }
message_type {
	name: "M"
	oneof_decl { name: "o" }
	field { name: "kept" number: 1 type: TYPE_INT32 label: LABEL_OPTIONAL }
	field { name: "moved" number: 9 type: TYPE_STRING label: LABEL_OPTIONAL }
	field { name: "other" number: 4 type: TYPE_STRING label: LABEL_OPTIONAL }
	field { name: "retyped" number: 5 type: TYPE_SINT32 label: LABEL_OPTIONAL }
	field { name: "listed" number: 6 type: TYPE_ENUM type_name: ".p.E" label: LABEL_REPEATED }
	field { name: "joined" number: 7 type: TYPE_INT32 label: LABEL_OPTIONAL oneof_index: 0 }
	field { name: "table" number: 8 type: TYPE_MESSAGE type_name: ".p.M.TableEntry" label: LABEL_REPEATED }
	field { name: "added" number: 10 type: TYPE_STRING label: LABEL_OPTIONAL }
	nested_type {
		name: "TableEntry" options { map_entry: true }
		field { name: "key" number: 1 type: TYPE_STRING label: LABEL_OPTIONAL }
		field { name: "value" number: 2 type: TYPE_INT64 label: LABEL_OPTIONAL }
	}
	nested_type { name: "In" }
}
service { name: "S"
	method { name: "Kept" input_type: ".p.M" output_type: ".p.M" }
	method { name: "Streams" input_type: ".p.M" output_type: ".p.M" server_streaming: true }
}`

func file(t *testing.T, text string) protoreflect.FileDescriptor {
	t.Helper()
	var fd descriptorpb.FileDescriptorProto
	if err := prototext.Unmarshal([]byte(text), &fd); err != nil {
		t.Fatal(err)
	}
	f, err := protodesc.NewFile(&fd, nil)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func set(t *testing.T, f protoreflect.FileDescriptor) *protoregistry.Files {
	t.Helper()
	var s protoregistry.Files
	if err := s.RegisterFile(f); err != nil {
		t.Fatal(err)
	}
	return &s
}

func TestCompareNamesEveryBreak(t *testing.T) {
	got := protocompat.Compare(file(t, old), set(t, file(t, now)))
	want := []string{
		"p.E.ONE (number 1) is now called UNO",
		"p.E.TWO (number 2) is gone",
		"p.M.gone (number 2) is gone",
		"p.M.moved moved from number 3 to 9",
		"p.M.renamed (number 4) is now called other",
		"p.M.retyped changed from int32 to sint32",
		"p.M.listed changed from p.E to repeated p.E",
		`p.M.joined moved from oneof "" to "o"`,
		"p.M.table changed from map<string, int32> to map<string, int64>",
		"p.M.In.x (number 1) is gone",
		"p.Gone is gone",
		"p.S.Gone is gone",
		"p.S.Streams changed from (p.M) returns (p.M) to (p.M) returns (stream p.M)",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestCompareWithItselfIsClean(t *testing.T) {
	f := file(t, old)
	if got := protocompat.Compare(f, set(t, f)); got != nil {
		t.Errorf("got %q", got)
	}
}
