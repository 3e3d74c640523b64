package web

import (
	"testing"

	"github.com/mars-project/mars-go/errs"
)

// TestProblemsSpeakBoth: the words for Python are the message, those for Go stand beside them where they
// differ.
func TestProblemsSpeakBoth(t *testing.T) {
	p := problemOf(errs.At(errs.New(errs.Invalid, "left_on=None"), "a.go:3", "dataframe.merge"))
	if p.Message != "left_on=None" || p.GoMessage != "LeftOn: nil" {
		t.Error(p)
	}
	if p := problemOf(errs.New(errs.Lost, "gone")); p.Message != "gone" || p.GoMessage != "" {
		t.Error(p)
	}
}
