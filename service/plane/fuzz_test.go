package plane_test

import (
	"bytes"
	"net/url"
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/service/plane"
)

// FuzzMessage: what a peer sends is a message or an error, never a panic, and nothing is taken on its word
// alone.
func FuzzMessage(f *testing.F) {
	for _, b := range plane.Messages() {
		f.Add(b)
		f.Add(b[:len(b)-1])
	}
	f.Add([]byte("v\x00\x00\x00\x00\xff\xff\xff\x0f"))
	f.Fuzz(func(t *testing.T, b []byte) {
		r := bytes.NewReader(b)
		for r.Len() > 0 {
			if _, err := plane.ReadMessage(r); err != nil {
				return
			}
		}
	})
}

// FuzzRequest: as FuzzMessage, of what a worker reads.
func FuzzRequest(f *testing.F) {
	b := plane.AppendRequest("s", "ticket", key("a"), 3)
	f.Add(b)
	f.Add(b[:20])
	f.Add([]byte("\xff\xff\xff\x03"))
	f.Fuzz(func(t *testing.T, b []byte) { _, _ = plane.ReadRequest(bytes.NewReader(b)) })
}

// FuzzSelect: a query is read or Invalid, and what was read is written as it was.
func FuzzSelect(f *testing.F) {
	f.Add("box=0:5,2:9&cols=1,0&settle=1:float64;2:datetime64[ns, UTC]&labels=5:-1")
	f.Add("box=&cols=")
	f.Fuzz(func(t *testing.T, q string) {
		v, err := url.ParseQuery(q)
		if err != nil {
			return
		}
		s, err := plane.SelectOf(v)
		if err != nil {
			if !errs.Is(err, errs.Invalid) {
				t.Error(err)
			}
			return
		}
		again, err := plane.SelectOf(plane.QueryOf(s))
		if err != nil {
			t.Fatal(err)
		}
		same(t, q, again, s)
	})
}
