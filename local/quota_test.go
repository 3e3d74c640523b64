package local_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/client"
	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/local"
	"github.com/mars-project/mars-go/storage"
	"github.com/mars-project/mars-go/tensor"
	_ "github.com/mars-project/mars-go/webfile"
)

// A session that has reached its quota on every worker is told which and what to do; one beside it goes on,
// and the first one too once it has given something up. What a worker that dies had is its session's no more.
func TestQuotaOfASession(t *testing.T) {
	const mib = 1 << 20
	g := start(t, local.Config{Workers: 2, Memory: 128 * mib, Quota: storage.Quota{Memory: 8 * mib, Disk: 32 * mib}}, client.Options{ChunkBytes: mib})
	other, err := client.New(g.ctx, g.Cluster, client.Options{ChunkBytes: mib})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := other.Close(); err != nil {
			t.Error(err)
		}
	})
	random := func(n int) *tensor.Tensor { return tensor.NewRandom(uint64(n)).Rand(n, mib/8) } // n MiB
	large := random(64)
	err = g.s.Execute(g.ctx, large)
	if !errs.Is(err, errs.OutOfMemory) {
		t.Fatalf("64 MiB of at most 40: %v", err)
	}
	for _, want := range []string{"quota.session_disk", "may have 16.0 MiB there", "give up values", "quota_test.go", "tensor.rand"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q does not say %q", err, want)
		}
	}
	held := func() (most storage.Share) {
		for _, w := range g.Workers() {
			for _, x := range g.Worker(w).Store().Shares() {
				most.Memory, most.Disk = max(most.Memory, x.Memory), max(most.Disk, x.Disk)
			}
		}
		return most
	}
	small := random(24)
	g.execute(small) // what failed has left nothing
	if x := held(); x.Memory > 4*mib || x.Disk > 16*mib || x.Disk == 0 {
		t.Errorf("a worker has %+v of a session", x)
	}
	if err := other.Execute(g.ctx, random(23)); err != nil {
		t.Errorf("the session beside it: %v", err)
	}
	if _, err := g.Add(g.ctx); err != nil { // alone, the other one may not have all that the session has
		t.Fatal(err)
	}
	if err := g.Kill(g.ctx, g.Workers()[0]); err != nil { // what it had is made again where somebody asks
		t.Fatal(err)
	}
	sum := small.Sum()
	g.execute(sum)
	if v := g.fetch(sum); len(v) != 1 || v[0] < 1.5e6 || v[0] > 1.7e6 { // of 3 Mi numbers between 0 and 1
		t.Errorf("after the end of a worker: %v", v)
	}
}

// A file that a server gives only as a whole is copied to the spill directories, counts for its session while
// it is read, and leaves nothing.
func TestCopiesOfFilesCountForTheirSession(t *testing.T) {
	text := []byte("a,b\n" + strings.Repeat("1,2\n", 1<<18)) // 1 MiB
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(text) }))
	t.Cleanup(srv.Close)
	t.Cleanup(http.DefaultTransport.(*http.Transport).CloseIdleConnections)
	for _, c := range []struct {
		disk int64
		want errs.Kind
	}{{8 << 20, 0}, {512 << 10, errs.OutOfMemory}} {
		g := start(t, local.Config{Workers: 1, Quota: storage.Quota{Disk: c.disk}}, client.Options{})
		sum := dataframe.ReadCSV(srv.URL + "/a.csv").Col("b").Sum()
		err := g.s.Execute(g.ctx, sum)
		w := g.Worker(g.Workers()[0]).Store()
		if st := w.Stats(); st.Scratch != 0 || c.want == 0 && st.Written < int64(len(text)) {
			t.Errorf("%+v", st)
		}
		if c.want == 0 && err != nil || c.want != 0 && (!errs.Is(err, c.want) || !strings.Contains(err.Error(), "quota.session_disk")) {
			t.Errorf("with %d bytes of disk: %v", c.disk, err)
		}
		for id, x := range w.Shares() {
			if x.Disk != 0 {
				t.Errorf("%s has %+v", id, x)
			}
		}
	}
}
