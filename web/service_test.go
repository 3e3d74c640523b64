package web_test

import (
	"net/http"
	"strings"
	"testing"

	"connectrpc.com/connect"

	"github.com/mars-project/mars-go/errs"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/graph"
	"github.com/mars-project/mars-go/internal/version"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
	"github.com/mars-project/mars-go/web"
)

// encodings are how clients speak.
var encodings = map[string][]connect.ClientOption{"binary": nil, "json": {connect.WithProtoJSON()}, "grpc": {connect.WithGRPC()}}

func TestTheServerTellsWhatItIs(t *testing.T) {
	for name, o := range encodings {
		t.Run(name, func(t *testing.T) {
			s := open(t, nil, o...)
			if name == "grpc" { // needs HTTP/2, in clear text
				s.http.Transport.(bearer).Transport.Protocols = new(http.Protocols)
				s.http.Transport.(bearer).Transport.Protocols.SetUnencryptedHTTP2(true)
			}
			r, err := s.cluster.GetServer(s.ctx(), &marsv1.GetServerRequest{})
			if err != nil {
				t.Fatal(err)
			}
			m := r.Server
			if m.Version != version.Version || m.GraphVersion != graph.Version || m.Opsets["tensor"] != graph.Opset || m.Opsets["core"] != graph.Opset ||
				m.InlineBytes != 64<<10 || m.MaxRequestBytes != 64<<20 || m.MaxNodes != 200_000 || m.Epoch != s.s.Epoch() || m.Epoch == "" {
				t.Errorf("%v", m)
			}
			ops, err := s.cluster.ListOperators(s.ctx(), &marsv1.ListOperatorsRequest{})
			if err != nil {
				t.Fatal(err)
			}
			if len(ops.Operators) != len(op.Defs()) {
				t.Errorf("%d operators, %d are linked", len(ops.Operators), len(op.Defs()))
			}
			some, err := s.cluster.ListOperators(s.ctx(), &marsv1.ListOperatorsRequest{Domain: "tensor"})
			if err != nil {
				t.Fatal(err)
			}
			found := false
			for _, o := range some.Operators {
				if !strings.HasPrefix(o.Name, "tensor.") {
					t.Errorf("%s is no operator of tensor", o.Name)
				}
				found = found || o.Name == "tensor.sum" && o.Like == "numpy.sum" && strings.HasPrefix(o.Signature, "sum(a, ") && o.Since == 1
			}
			if !found {
				t.Error("there is no tensor.sum")
			}
			_, err = s.cluster.ListOperators(s.ctx(), &marsv1.ListOperatorsRequest{Domain: "tens"})
			wants(t, err, connect.CodeNotFound, marsv1.ErrorKind_ERROR_KIND_NOT_FOUND, `there are no operators of "tens"`)
			nodes, err := s.cluster.ListNodes(s.ctx(), &marsv1.ListNodesRequest{})
			if err != nil {
				t.Fatal(err)
			}
			if len(nodes.Nodes) != 3 || nodes.Nodes[0].Role != marsv1.ClusterNode_ROLE_SUPERVISOR || nodes.Nodes[0].Address != "supervisor" {
				t.Fatalf("%v", nodes)
			}
			for _, n := range nodes.Nodes[1:] {
				if n.Role != marsv1.ClusterNode_ROLE_WORKER || n.State != marsv1.ClusterNode_STATE_READY || n.Cores != 2 || len(n.Bands) != 1 || n.Bands[0].Slots != 2 ||
					n.MemoryBytes != 256<<20 || n.Version != version.Version || n.Started == nil || n.Seen == nil || n.CoresUsed < 0 {
					t.Errorf("%v", n)
				}
			}
		})
	}
}

func TestSessionsLiveAndEnd(t *testing.T) {
	for name, o := range encodings {
		if name == "grpc" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			s := open(t, nil, o...)
			a, err := s.session.CreateSession(s.ctx(), &marsv1.CreateSessionRequest{Client: "a program", IdleTimeoutMs: 5000})
			if err != nil {
				t.Fatal(err)
			}
			if m := a.Session; m.SessionId == "" || m.Epoch != s.s.Epoch() || m.Client != "a program" || m.IdleTimeoutMs != 5000 || m.Created == nil || m.Used == nil {
				t.Errorf("%v", m)
			}
			b, err := s.session.CreateSession(s.ctx(), &marsv1.CreateSessionRequest{SessionId: "mine"})
			if err != nil || b.Session.SessionId != "mine" || b.Session.IdleTimeoutMs != 7_200_000 {
				t.Fatalf("%v, %v", b, err)
			}
			again, err := s.session.CreateSession(s.ctx(), &marsv1.CreateSessionRequest{SessionId: "mine", Client: "another"})
			if err != nil || again.Session.Client != "" || !again.Session.Created.AsTime().Equal(b.Session.Created.AsTime()) {
				t.Errorf("%v, %v: the live session is another", again, err)
			}
			got, err := s.session.GetSession(s.ctx(), &marsv1.GetSessionRequest{SessionId: a.Session.SessionId})
			if err != nil || got.Session.Client != "a program" {
				t.Errorf("%v, %v", got, err)
			}
			list, err := s.session.ListSessions(s.ctx(), &marsv1.ListSessionsRequest{})
			if err != nil || len(list.Sessions) != 2 {
				t.Errorf("%v, %v", list, err)
			}
			for range 2 { // closing again is no error
				if _, err := s.session.CloseSession(s.ctx(), &marsv1.CloseSessionRequest{SessionId: "mine"}); err != nil {
					t.Error(err)
				}
			}
			_, err = s.session.GetSession(s.ctx(), &marsv1.GetSessionRequest{SessionId: "mine"})
			wants(t, err, connect.CodeNotFound, marsv1.ErrorKind_ERROR_KIND_NOT_FOUND, "no session mine")
			_, err = s.session.CreateSession(s.ctx(), &marsv1.CreateSessionRequest{SessionId: "../etc"})
			wants(t, err, connect.CodeInvalidArgument, marsv1.ErrorKind_ERROR_KIND_INVALID, "letters, digits")
			_, err = s.session.GetSession(s.ctx(), &marsv1.GetSessionRequest{})
			wants(t, err, connect.CodeInvalidArgument, marsv1.ErrorKind_ERROR_KIND_INVALID, "no session is named")
			_, err = s.session.CreateSession(s.ctx(), &marsv1.CreateSessionRequest{Client: strings.Repeat("x", 2000)})
			wants(t, err, connect.CodeInvalidArgument, marsv1.ErrorKind_ERROR_KIND_INVALID, "2000 bytes")
		})
	}
}

func TestAnalyze(t *testing.T) {
	for name, o := range encodings {
		if name == "grpc" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			s := open(t, nil, o...).begin()
			a := tensor.FromArray(nd.Of([]float64{1, 2, 3, 4, 5, 6}, 2, 3))
			b := tensor.Sum(tensor.Exp(a), tensor.Reduce{Axis: tensor.Axes(0)})
			g := s.graphOf(b.Value(), a.Value())
			r, err := s.analyze.Analyze(s.ctx(), &marsv1.AnalyzeRequest{SessionId: s.id, Graph: g})
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Nodes) != 2 || r.Nodes[0].Node != g.Nodes[2].Id || r.Nodes[0].Outputs[0].Dims[0].N != 3 || r.Nodes[0].Outputs[0].Type.Dtype != "float64" ||
				r.Nodes[0].Outputs[0].Key != b.Value().Meta().Key.String() || len(r.Nodes[1].Outputs[0].Dims) != 2 {
				t.Errorf("%v", r)
			}
			// The same, with what is known cut off.
			known := &marsv1.Node{Id: "k", Op: graph.Known, Outputs: []*marsv1.Meta{graph.Describe(tensor.Exp(a).Value().Meta())}}
			last := g.Nodes[2]
			last.Inputs[0] = &marsv1.Ref{}
			short := &marsv1.Graph{Version: 1, Opsets: map[string]uint32{"core": 1, "tensor": 1}, Nodes: []*marsv1.Node{known, last}, Targets: []*marsv1.Ref{{Node: 1}}}
			cut, err := s.analyze.Analyze(s.ctx(), &marsv1.AnalyzeRequest{SessionId: s.id, Graph: short})
			if err != nil || cut.Nodes[0].Outputs[0].Key != r.Nodes[0].Outputs[0].Key {
				t.Errorf("%v, %v", cut, err)
			}
			_, err = s.task.Submit(s.ctx(), &marsv1.SubmitRequest{SessionId: s.id, Graph: short})
			wants(t, err, connect.CodeInvalidArgument, marsv1.ErrorKind_ERROR_KIND_INVALID, "describes a value")
			if p := problem(t, err); p.Node != "k" {
				t.Errorf("node %q", p.Node)
			}
		})
	}
}

// A call that is wrong is described with the user's line, and so is what was built on it.
func TestAnalyzeOfBadCalls(t *testing.T) {
	s := open(t, nil).begin()
	ints := func(n ...int64) *marsv1.Attr { return &marsv1.Attr{Value: &marsv1.Attr_Ints{Ints: &marsv1.Ints{V: n}}} }
	g := &marsv1.Graph{
		Version: 1, Opsets: map[string]uint32{"tensor": 1},
		Nodes: []*marsv1.Node{
			{Id: "a", Op: "tensor.ones", Attrs: map[string]*marsv1.Attr{"shape": ints(2, 3)}, Site: "a.py:1"},
			{Id: "b", Op: "tensor.ones", Attrs: map[string]*marsv1.Attr{"shape": ints(4, 5)}, Site: "a.py:2"},
			{Id: "c", Op: "tensor.add", Inputs: []*marsv1.Ref{{Node: 0}, {Node: 1}}, Site: "a.py:3"},
			{Id: "d", Op: "tensor.exp", Inputs: []*marsv1.Ref{{Node: 2}}, Site: "a.py:4"},
		},
		Targets: []*marsv1.Ref{{Node: 3}, {Node: 0}},
	}
	r, err := s.analyze.Analyze(s.ctx(), &marsv1.AnalyzeRequest{SessionId: s.id, Graph: g})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Nodes) != 3 {
		t.Fatalf("%v", r)
	}
	for i, id := range []string{"c", "d"} {
		p := r.Nodes[i].Problem
		if r.Nodes[i].Node != id || p.GetSite() != "a.py:3" || p.GetOp() != "tensor.add" || p.GetNode() != "c" || p.GetKind() != marsv1.ErrorKind_ERROR_KIND_INVALID {
			t.Errorf("%v", r.Nodes[i])
		}
	}
	if r.Nodes[2].Problem != nil || len(r.Nodes[2].Outputs) != 1 {
		t.Errorf("%v", r.Nodes[2])
	}
	_, err = s.task.Submit(s.ctx(), &marsv1.SubmitRequest{SessionId: s.id, Graph: g})
	if p := problem(t, err); p.Site != "a.py:3" || p.Node != "c" || p.Op != "tensor.add" {
		t.Errorf("%v", p)
	}
}

func TestGraphsThatAreRefused(t *testing.T) {
	s := open(t, func(o *web.Options) { o.MaxNodes = 3 }).begin()
	for want, change := range map[string]func(g *marsv1.Graph){
		"graph version 9":                        func(g *marsv1.Graph) { g.Version = 9 },
		"the graph has no targets":               func(g *marsv1.Graph) { g.Targets = nil },
		`node 1 (tensor.boom): there is no oper`: func(g *marsv1.Graph) { g.Nodes[1].Op = "tensor.boom" },
		"stand before its reader":                func(g *marsv1.Graph) { g.Nodes[1].Inputs[0].Node = 77 },
		"no parameter":                           func(g *marsv1.Graph) { g.Nodes[1].Attrs = map[string]*marsv1.Attr{"zz": {Value: &marsv1.Attr_B{}}} },
		"a graph of 4 nodes; this server takes 3": func(g *marsv1.Graph) {
			g.Nodes = append(g.Nodes, g.Nodes[0], g.Nodes[0])
		},
		"a graph of 4 targets": func(g *marsv1.Graph) { g.Targets = append(g.Targets, g.Targets[0], g.Targets[0], g.Targets[0]) },
		"it was released, or never computed": func(g *marsv1.Graph) {
			g.Nodes[0] = &marsv1.Node{Id: "f", Op: graph.Fetch, Attrs: map[string]*marsv1.Attr{"key": {Value: &marsv1.Attr_Key{Key: op.Key{1}.String()}}}}
			g.Opsets["core"] = 1
		},
	} {
		g := s.graphOf(tensor.Exp(tensor.Zeros([]int{3})).Value())
		change(g)
		_, e1 := s.analyze.Analyze(s.ctx(), &marsv1.AnalyzeRequest{SessionId: s.id, Graph: g})
		_, e2 := s.task.Submit(s.ctx(), &marsv1.SubmitRequest{SessionId: s.id, Graph: g})
		for _, err := range []error{e1, e2} {
			if err == nil || !strings.Contains(problem(t, err).Message, want) || problem(t, err).Kind == marsv1.ErrorKind(errs.Internal) {
				t.Errorf("%v, want %q", err, want)
			}
		}
	}
	_, err := s.analyze.Analyze(s.ctx(), &marsv1.AnalyzeRequest{SessionId: s.id})
	wants(t, err, connect.CodeInvalidArgument, marsv1.ErrorKind_ERROR_KIND_INVALID, "there is no graph")
}
