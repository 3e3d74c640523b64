//go:build kube

package level4

import "testing"

// What podbox says of pods is what a kubelet says.
func TestShown(t *testing.T) {
	open(t)
	cluster.CompareShown(t, tutorialImage)
}
