package marsv1_test

import (
	"os"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/mars-project/mars-go/errs"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/internal/protocompat"
)

const baseline = "../../../proto/mars/v1/baseline.binpb"

// TestNothingIsBroken compares the contract with the committed baseline. Clients of the baseline must keep
// working; "make proto-baseline" moves it, which is a decision and not a repair.
func TestNothingIsBroken(t *testing.T) {
	data, err := os.ReadFile(baseline)
	if err != nil {
		t.Fatal(err)
	}
	var set descriptorpb.FileDescriptorSet
	if err := proto.Unmarshal(data, &set); err != nil {
		t.Fatal(err)
	}
	old, err := protodesc.NewFiles(&set)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	old.RangeFilesByPackage("mars.v1", func(f protoreflect.FileDescriptor) bool {
		n++
		for _, b := range protocompat.Compare(f, protoregistry.GlobalFiles) {
			t.Error(b)
		}
		return true
	})
	if n != 2 {
		t.Errorf("the baseline has %d files of mars.v1, want 2", n)
	}
}

func TestErrorKindsAreThoseOfErrs(t *testing.T) {
	values := marsv1.ErrorKind(0).Descriptor().Values()
	for i := range values.Len() {
		v := values.Get(i)
		name := strings.ReplaceAll(strings.TrimPrefix(string(v.Name()), "ERROR_KIND_"), "_", "")
		if k := errs.Kind(v.Number()); !strings.EqualFold(k.String(), name) {
			t.Errorf("%s is %d, in errs that is %v", v.Name(), v.Number(), k)
		}
	}
	if next := errs.Kind(values.Len()); next.String() != errs.Internal.String() {
		t.Errorf("errs has %v, the contract has not", next)
	}
}
