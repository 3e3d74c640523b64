package main

import (
	"strings"
	"testing"
)

func TestAFunctionThatOneArchitectureHas(t *testing.T) {
	n, faults, err := check("amd64", "./testdata/one")
	if err != nil || n != 1 || len(faults) != 0 {
		t.Fatalf("amd64: %d packages, faults %q, %v", n, faults, err)
	}
	n, faults, err = check("arm64", "./testdata/one")
	if err != nil || n != 1 || len(faults) != 1 || !strings.Contains(faults[0], "one.go:4:33: undefined: twice") {
		t.Fatalf("arm64: %d packages, faults %q, %v", n, faults, err)
	}
}
