package client

import (
	"testing"

	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
)

// TestRemoteErrorsSpeakGo: where a server has words for Go beside those for Python, they are the ones.
func TestRemoteErrorsSpeakGo(t *testing.T) {
	p := &marsv1.Problem{Message: "left_on=None", GoMessage: "LeftOn: nil", Site: "a.go:3"}
	if got := errorOf(p).Error(); got != "a.go:3: LeftOn: nil" {
		t.Error(got)
	}
	p.GoMessage = ""
	if got := errorOf(p).Error(); got != "a.go:3: left_on=None" {
		t.Error(got)
	}
}
