package main

import (
	"strings"
	"testing"
)

func TestReplaceKeepsTheRest(t *testing.T) {
	got, err := replace("a\n"+open+"old\n"+shut+"\nb\n", "new\n")
	if err != nil || got != "a\n"+open+"new\n"+shut+"\nb\n" {
		t.Errorf("%q, %v", got, err)
	}
	for _, bad := range []string{"", open, shut} {
		if _, err := replace(bad, "new"); err == nil {
			t.Errorf("%q has marks", bad)
		}
	}
}

func TestTableHasARowForEachPackage(t *testing.T) {
	got := table()
	if strings.Count(got, "\n") != 4 || !strings.Contains(got, "| tensor |") || !strings.Contains(got, "| dataframe |") {
		t.Error(got)
	}
}
