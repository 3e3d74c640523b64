package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSummarize(t *testing.T) {
	in := `go: downloading x
{"Action":"start","Package":"a"}
{"Action":"run","Package":"a","Test":"TestGood"}
{"Action":"output","Package":"a","Test":"TestGood","Output":"noise\n"}
{"Action":"pass","Package":"a","Test":"TestGood"}
{"Action":"run","Package":"a","Test":"TestTable"}
{"Action":"run","Package":"a","Test":"TestTable/one"}
{"Action":"pass","Package":"a","Test":"TestTable/one"}
{"Action":"run","Package":"a","Test":"TestTable/two"}
{"Action":"output","Package":"a","Test":"TestTable/two","Output":"want 2\n"}
{"Action":"fail","Package":"a","Test":"TestTable/two"}
{"Action":"fail","Package":"a","Test":"TestTable"}
{"Action":"output","Package":"a","Output":"FAIL\n"}
{"Action":"fail","Package":"a","Elapsed":1.5}
{"Action":"run","Package":"b","Test":"TestOnly"}
{"Action":"pass","Package":"b","Test":"TestOnly"}
{"Action":"pass","Package":"b","Elapsed":0.1}
{"ImportPath":"c [c.test]","Action":"build-output","Output":"c.go:1: syntax\n"}
{"Action":"fail","Package":"c","FailedBuild":"c [c.test]"}
{"Action":"skip","Package":"none"}
{"Action":"run","Package":"d","Test":"TestHangs"}
`
	var out strings.Builder
	passed, failed, err := summarize(strings.NewReader(in), &out)
	if err != nil {
		t.Fatal(err)
	}
	if passed != 3 || failed != 3 {
		t.Errorf("%d passed, %d failed, want 3 and 3", passed, failed)
	}
	pad := strings.Repeat(" ", 59)
	want := "go: downloading x\n" +
		"FAIL  a" + pad + "    1 of 3 tests     1.5 s\n" +
		"      want 2\n" +
		"      FAIL\n" +
		"ok    b" + pad + "    1 tests     0.1 s\n" +
		"FAIL  c" + pad + "    1 of 1 tests     0.0 s\n" +
		"      c.go:1: syntax\n" +
		"FAIL  d did not end\n"
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestNothingRunIsAFailure(t *testing.T) {
	var out strings.Builder
	if _, failed, err := summarize(strings.NewReader("pattern ./...: no packages\n"), &out); failed != 1 || err != nil {
		t.Errorf("%d failed, %v", failed, err)
	}
}
