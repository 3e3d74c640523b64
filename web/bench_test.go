package web_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/mars-project/mars-go/tensor"
)

// BenchmarkTiny is one execute and fetch of a tiny graph by JSON over loopback HTTP, in one round trip, the
// median beside the mean; Analyze is one description of it.
func BenchmarkTiny(b *testing.B) {
	s := open(b, nil).begin()
	post := func(method string, body []byte) []byte {
		resp, err := s.http.Post(s.url+"/mars.v1."+method, "application/json", bytes.NewReader(body))
		if err != nil {
			b.Fatal(err)
		}
		defer resp.Body.Close()
		out, err := io.ReadAll(resp.Body)
		if err != nil || resp.StatusCode != http.StatusOK {
			b.Fatalf("%s %s %v", resp.Status, out, err)
		}
		return out
	}
	const text = `"sessionId":%q,"graph":{"version":1,"opsets":{"tensor":1},"nodes":[{"id":"a","op":"tensor.full",` +
		`"attrs":{"shape":{"ints":{"v":["10"]}},"fill_value":{"i":%d}},"site":"a.py:1"},{"id":"b","op":"tensor.sum","inputs":[{}],"site":"a.py:2"}],"targets":[{"node":1}]}`
	median := func(b *testing.B, f func(i int)) {
		times := make([]time.Duration, 0, b.N)
		for i := range b.N {
			begin := time.Now()
			f(i)
			times = append(times, time.Since(begin))
		}
		slices.Sort(times)
		b.ReportMetric(float64(times[len(times)/2].Microseconds()), "p50-µs")
	}
	n := 0
	b.Run("Submit", func(b *testing.B) {
		median(b, func(int) {
			n++
			var r struct {
				Manifests []struct{ Parts []struct{ Inline []byte } }
			}
			if err := json.Unmarshal(post("TaskService/Submit", fmt.Appendf(nil, `{`+text+`,"waitMs":1000,"manifests":true}`, s.id, n)), &r); err != nil || len(r.Manifests[0].Parts[0].Inline) == 0 {
				b.Fatal(err, r)
			}
		})
	})
	b.Run("Analyze", func(b *testing.B) {
		median(b, func(i int) { post("AnalyzeService/Analyze", fmt.Appendf(nil, `{`+text+`}`, s.id, i)) })
	})
	b.Run("Fetch", func(b *testing.B) {
		key := s.run(tensor.Ones([]int{10}).Value()).Task.Results[0].Outputs[0].Key
		body := fmt.Appendf(nil, `{"sessionId":%q,"key":%q}`, s.id, key)
		median(b, func(int) { post("DataService/GetManifest", body) })
	})
	b.Run("Array", func(b *testing.B) { // of 64 MiB, through this server
		p := s.run(tensor.Ones([]int{2048, 4096}).Value()).Manifests[0].Parts
		b.SetBytes(64 << 20)
		for range b.N {
			for _, x := range p {
				resp, err := s.http.Get(s.url + x.Urls[0])
				if err != nil {
					b.Fatal(err)
				}
				if _, err := io.Copy(io.Discard, resp.Body); err != nil {
					b.Fatal(err)
				}
				_ = resp.Body.Close()
			}
		}
	})
}
