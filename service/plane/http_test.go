package plane_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"math/big"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/data"
	"github.com/mars-project/mars-go/service/plane"
)

// A cluster is data planes on loopback, by node.
type cluster struct {
	mu   sync.Mutex
	addr map[string]string
	tls  *tls.Config // of the servers
}

func (c *cluster) resolve(node string) (string, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	a, ok := c.addr[node]
	return a, ok
}

func (c *cluster) set(node, addr string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.addr == nil {
		c.addr = map[string]string{}
	}
	c.addr[node] = addr
}

// serve puts a worker on loopback.
func (c *cluster) serve(t testing.TB, w *worker, o plane.ServerOptions) *plane.Server {
	t.Helper()
	o.Data, o.Band, o.Secret = w.Service, w.band(), secret
	if o.Patience == 0 {
		o.Patience = time.Hour // a machine may be busy
	}
	s, err := plane.NewServer(o)
	if err != nil {
		t.Fatal(err)
	}
	l, err := plane.Listen(bg, "127.0.0.1:0", s, c.tls, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.Close()
		if err := l.Close(bg); err != nil {
			t.Error(err)
		}
	})
	c.set(w.node, l.Addr())
	return s
}

func (c *cluster) client(t testing.TB, o plane.ClientOptions) *plane.Client {
	t.Helper()
	o.Resolve = c.resolve
	if o.Patience == 0 {
		o.Patience = time.Hour
	}
	if o.Dial == nil {
		o.Dial = new(net.Dialer).DialContext
	}
	if o.Secret == nil {
		o.Secret = secret
	}
	x, err := plane.NewClient(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(x.Close)
	return x
}

func TestRemoteParts(t *testing.T) {
	var c cluster
	w := open(t, "w1", 64<<20, nil)
	c.serve(t, w, plane.ServerOptions{MaxUpload: 1 << 20})
	testParts(t, w, c.client(t, plane.ClientOptions{MaxUpload: 1 << 20}))
}

// ask fetches items from w1 into the heap.
func ask(t testing.TB, c *plane.Client, items ...data.Item) (map[int]any, error) {
	t.Helper()
	got := map[int]any{}
	err := c.Fetch(bg, "w1", "s", items, mem.Heap, func(i int, v any, _ op.Facts) error {
		got[i] = v
		return nil
	})
	return got, err
}

func TestFetchBringsItemsInOneRequest(t *testing.T) {
	var c cluster
	w := open(t, "w1", 64<<20, nil)
	c.serve(t, w, plane.ServerOptions{})
	x := c.client(t, plane.ClientOptions{})
	a := w.put(t, "a", floats(700, 1000)) // more than five pieces
	w.put(t, "f", table)
	w.put(t, "empty", floats(0, 4))
	w.put(t, "tup", func(al mem.Allocator) any { return op.Tuple{floats(3)(al), "x", nil} })
	w.put(t, "list", func(mem.Allocator) any { return []any{int64(1), "b"} })
	w.put(t, "nothing", func(mem.Allocator) any { return nil })
	w.put(t, "parts", func(al mem.Allocator) any { return &op.Parts{P: []any{floats(5)(al), nil, table(al)}} })
	names := []string{"a", "f", "missing", "empty", "tup", "list", "nothing", "parts"}
	var items []data.Item
	for _, n := range names {
		items = append(items, data.Item{Key: key(n), Part: -1})
	}
	items = append(items, data.Item{Key: key("parts"), Part: 2}, data.Item{Key: key("parts"), Part: 1}, data.Item{Key: key("parts"), Part: 0})
	into := open(t, "here", 64<<20, nil)
	sc := mem.NewScope(into.pool)
	defer sc.Close()
	n := 0
	err := x.Fetch(bg, "w1", "s", items, sc, func(i int, v any, f op.Facts) error {
		n++
		switch {
		case i < len(names) && names[i] == "parts":
			same(t, "parts", op.Tuple(v.(*op.Parts).P), op.Tuple{floats(5)(mem.Heap), nil, table(mem.Heap)})
		case i < len(names):
			same(t, names[i], v, w.value(t, names[i]))
			want, _ := w.Facts("s", key(names[i]))
			same(t, "facts of "+names[i], f, want.Facts)
		default:
			same(t, "part", v, []any{table(mem.Heap), nil, floats(5)(mem.Heap)}[i-len(names)])
		}
		return nil
	})
	if err != nil || n != len(items)-1 {
		t.Errorf("%d of %d items, %v", n, len(items), err)
	}
	if used := into.pool.Stats().Used; used < a.Bytes {
		t.Errorf("%d bytes of the pool are used, want them to hold %d", used, a.Bytes)
	}
	_, err = ask(t, x, data.Item{Key: key("parts"), Part: 7})
	wants(t, err, errs.Invalid, "part 7")
	_, err = ask(t, x)
	if err != nil {
		t.Error(err)
	}
}

type closure func()

func TestFetchOfWhatHasNoForm(t *testing.T) {
	var c cluster
	w := open(t, "w1", 1<<20, nil)
	c.serve(t, w, plane.ServerOptions{})
	x := c.client(t, plane.ClientOptions{})
	w.put(t, "a", floats(3))
	w.put(t, "odd", func(mem.Allocator) any { return closure(func() {}) })
	got, err := ask(t, x, data.Item{Key: key("a"), Part: -1}, data.Item{Key: key("odd"), Part: -1})
	wants(t, err, errs.Type, "closure")
	same(t, "before it", got[0], floats(3)(mem.Heap))
}

func TestFetchOfNobody(t *testing.T) {
	var c cluster
	x := c.client(t, plane.ClientOptions{})
	_, err := ask(t, x, data.Item{Key: key("a"), Part: -1})
	wants(t, err, errs.Unavailable, "nobody knows its address")
	c.set("w1", "127.0.0.1:1")
	_, err = ask(t, x, data.Item{Key: key("a"), Part: -1})
	wants(t, err, errs.Unavailable, "refused")
	ctx, cancel := context.WithCancel(bg)
	cancel()
	err = x.Fetch(ctx, "w1", "s", []data.Item{{}}, mem.Heap, nil)
	wants(t, err, errs.Canceled, "")
}

func TestFetchWithAnotherSecretIsDenied(t *testing.T) {
	var c cluster
	w := open(t, "w1", 1<<20, nil)
	c.serve(t, w, plane.ServerOptions{})
	x := c.client(t, plane.ClientOptions{Secret: []byte("the secret of another cluster")})
	m := w.put(t, "a", floats(3))
	_, err := ask(t, x, data.Item{Key: key("a"), Part: -1})
	wants(t, err, errs.Denied, "not one of this cluster")
	_, err = x.Open(bg, "s", m, plane.Select{}, plane.NPY)
	wants(t, err, errs.Denied, "not one of this cluster")
	_, err = x.Copy(bg, "s", m, w.band())
	wants(t, err, errs.Denied, "not one of this cluster")
}

// A data service with a plane below fetches as one between workers of a process does.
func TestWorkersFetchFromEachOther(t *testing.T) {
	var c cluster
	x := c.client(t, plane.ClientOptions{})
	a, b := open(t, "w1", 32<<20, x), open(t, "w2", 32<<20, x)
	c.serve(t, a, plane.ServerOptions{})
	c.serve(t, b, plane.ServerOptions{})
	m := a.put(t, "a", floats(300, 1000))
	p := a.put(t, "p", func(al mem.Allocator) any { return &op.Parts{P: []any{floats(5)(al), floats(6)(al)}} })
	from := []service.Source{{Key: m.Key, Bytes: m.Bytes, Bands: m.Bands}, {Key: p.Key, Parts: []int32{1}, Bands: p.Bands}}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			_, release, err := b.Bring(bg, "s", from, nil)
			if err != nil {
				t.Error(err)
			}
			release()
		})
	}
	wg.Wait()
	same(t, "whole", b.value(t, "a"), a.value(t, "a"))
	err := b.Fetch(bg, "s", []service.Source{{Key: key("none"), Bands: on("w1")}}, nil)
	wants(t, err, errs.Lost, "nowhere")
	err = b.Fetch(bg, "s", []service.Source{{Key: key("none"), Bands: on("w3", "w1")}}, nil)
	wants(t, err, errs.Unavailable, "w3")
	got, err := x.Copy(bg, "s", p, b.band())
	if err != nil || got.Bands[0] != b.band() {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestValuesComeFromWhoHasThem(t *testing.T) {
	var c cluster
	x := c.client(t, plane.ClientOptions{})
	a, b := open(t, "w1", 8<<20, nil), open(t, "w2", 8<<20, nil)
	c.serve(t, a, plane.ServerOptions{})
	c.serve(t, b, plane.ServerOptions{})
	one, two := a.put(t, "one", floats(10)), b.put(t, "two", table)
	two.Bands = on("w1", "w2")
	vs, err := x.Values(bg, "s", []service.ChunkMeta{two, one})
	if err != nil {
		t.Fatal(err)
	}
	same(t, "two", vs[0], b.value(t, "two"))
	same(t, "one", vs[1], a.value(t, "one"))
	if vs[1].(*nd.Array).Block.Pooled() {
		t.Error("a value for the planner lies in a pool")
	}
	two.Bands = on("w1")
	_, err = x.Values(bg, "s", []service.ChunkMeta{two, one})
	if ks := service.LostKeys(err); len(ks) != 1 || ks[0] != two.Key {
		t.Errorf("lost %v, %v", ks, err)
	}
	two.Bands = on("w9", "w1")
	_, err = x.Values(bg, "s", []service.ChunkMeta{two, one})
	wants(t, err, errs.Unavailable, "w9")
}

// certified is a configuration for both sides, with a certificate for 127.0.0.1 that is its own authority.
func certified(t testing.TB) *tls.Config {
	t.Helper()
	k := must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))
	c := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	der := must(x509.CreateCertificate(rand.Reader, c, c, k.Public(), k))
	pool := x509.NewCertPool()
	pool.AddCert(must(x509.ParseCertificate(der)))
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: k}}, RootCAs: pool}
}

func TestTransfersUnderTLS(t *testing.T) {
	c := cluster{tls: certified(t)}
	w := open(t, "w1", 64<<20, nil)
	c.serve(t, w, plane.ServerOptions{})
	m := w.put(t, "a", floats(1024, 1024))
	x := c.client(t, plane.ClientOptions{TLS: c.tls, Patience: time.Hour})
	for range 2 { // the second on the same connection
		got, err := ask(t, x, data.Item{Key: m.Key, Part: -1})
		if err != nil {
			t.Fatal(err)
		}
		same(t, "a", got[0], w.value(t, "a"))
	}
	b, err := x.Open(bg, "s", m, plane.Select{Box: []plane.Span{{0, 2}, {0, 2}}}, plane.Raw)
	if err != nil || b.Size != 32 {
		t.Fatal(b, err)
	}
	b.Close()
	_, err = ask(t, c.client(t, plane.ClientOptions{TLS: certified(t), Patience: time.Hour}), data.Item{Key: m.Key, Part: -1})
	wants(t, err, errs.Unavailable, "certificate")
	_, err = ask(t, c.client(t, plane.ClientOptions{}), data.Item{Key: m.Key, Part: -1})
	wants(t, err, errs.Unavailable, "answers 400")
}
