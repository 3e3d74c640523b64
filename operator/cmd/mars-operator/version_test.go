package main

import (
	"os"
	"regexp"
	"testing"
)

// The chart and config/ name the image that scripts/image.sh makes: NAME:VERSION of the Python package.
func TestInstallationsNameTheImage(t *testing.T) {
	in := func(file, pattern string) string {
		text, err := os.ReadFile("../../" + file)
		if err != nil {
			t.Fatal(err)
		}
		m := regexp.MustCompile("(?m)" + pattern).FindSubmatch(text)
		if m == nil {
			t.Fatalf("%s: nothing is like %s", file, pattern)
		}
		return string(m[1])
	}
	want := in("../python/mars/_version.py", `"(.*)"`)
	for file, pattern := range map[string]string{
		"charts/mars-operator/Chart.yaml":   `^appVersion: (.*)$`,
		"config/manager/kustomization.yaml": `^  - name: mars-operator\n    newTag: (.*)$`,
	} {
		if got := in(file, pattern); got != want {
			t.Errorf("%s has version %s, the image has %s", file, got, want)
		}
	}
	for file, pattern := range map[string]string{
		"charts/mars-operator/values.yaml": `^  repository: (.*)$`,
		"config/manager/deployment.yaml":   `^          image: (.*)$`,
		"../scripts/image.sh":              `write (mars-operator) `,
	} {
		if got := in(file, pattern); got != "mars-operator" {
			t.Errorf("%s has image %s", file, got)
		}
	}
	if got := versioned(); got == "" {
		t.Error("a program that nobody has given a version has none")
	}
}
