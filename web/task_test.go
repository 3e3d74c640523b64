package web_test

import (
	"bytes"
	"runtime"
	"strings"
	"sync"
	"testing"

	"connectrpc.com/connect"

	"github.com/mars-project/mars-go/client"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/graph"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
	"github.com/mars-project/mars-go/wire/npy"
)

func array(t testing.TB, b []byte) *nd.Array {
	t.Helper()
	a, err := npy.Read(bytes.NewReader(b), mem.Heap)
	if err != nil {
		t.Fatalf("%v of %q", err, b[:min(len(b), 100)])
	}
	return a
}

func TestTinyResultsNeedOneRoundTrip(t *testing.T) {
	for name, o := range encodings {
		if name == "grpc" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			s := open(t, nil, o...).begin()
			a := tensor.FromArray(nd.Of([]float64{1, 2, 3, 4}, 4))
			b := tensor.Add(a, a)
			g := s.graphOf(b.Value(), tensor.Sum(a).Value(), b.Value())
			r, err := s.task.Submit(s.ctx(), &marsv1.SubmitRequest{SessionId: s.id, Graph: g, WaitMs: 30_000, Manifests: true, Tags: []string{"x"}})
			if err != nil {
				t.Fatal(err)
			}
			m := r.Task
			if m.State != marsv1.Task_STATE_SUCCEEDED || m.Progress != 1 || m.TaskId != r.TaskId || m.SessionId != s.id || len(m.Results) != 3 || len(r.Manifests) != 3 ||
				m.SubtasksDone != m.Subtasks || m.Subtasks == 0 || m.Submitted == nil || m.Ended == nil || len(m.Tags) != 1 || m.Name != "tensor.add" {
				t.Fatalf("%v", r)
			}
			for i, want := range []*nd.Array{nd.Of([]float64{2, 4, 6, 8}, 4), nd.Scalar(10.0), nd.Of([]float64{2, 4, 6, 8}, 4)} {
				id := g.Nodes[g.Targets[i].Node].Id
				if m.Results[i].Node != id || m.Results[i].Outputs[0].Key != r.Manifests[i].Meta.Key || m.Results[i].Outputs[0].Nbytes != int64(want.Bytes()) {
					t.Errorf("%v is not of node %s", m.Results[i], id)
				}
				if p := r.Manifests[i].Parts; len(p) != 1 || p[0].MediaType != "application/x-npy" || !nd.Equal(array(t, p[0].Inline), want) {
					t.Errorf("%v, want %v", p, want)
				}
			}
			// The same value is a value of the session now.
			key := m.Results[0].Outputs[0].Key
			f := &marsv1.Graph{Version: 1, Opsets: map[string]uint32{"core": 1, "tensor": 1}, Nodes: []*marsv1.Node{
				{Id: "f", Op: graph.Fetch, Attrs: map[string]*marsv1.Attr{"key": {Value: &marsv1.Attr_Key{Key: key}}}},
				{Id: "n", Op: "tensor.negative", Inputs: []*marsv1.Ref{{}}},
			}, Targets: []*marsv1.Ref{{Node: 1}, {Node: 0}}}
			d, err := s.analyze.Analyze(s.ctx(), &marsv1.AnalyzeRequest{SessionId: s.id, Graph: f})
			if err != nil || len(d.Nodes) != 2 || d.Nodes[1].Outputs[0].Nbytes != 32 || len(d.Nodes[1].Outputs[0].Nsplits) != 1 {
				t.Errorf("%v, %v", d, err)
			}
			ask := &marsv1.SubmitRequest{SessionId: s.id, Graph: f, WaitMs: 30_000, Manifests: true, NoResults: true}
			r, err = s.task.Submit(s.ctx(), ask)
			if err != nil || !nd.Equal(array(t, r.Manifests[0].Parts[0].Inline), nd.Of([]float64{-2, -4, -6, -8}, 4)) {
				t.Errorf("%v, %v", r, err)
			}
			if len(r.Task.Results) > 0 {
				t.Error("an answer without results has some")
			}
			for _, no := range []bool{false, true} {
				ask := &marsv1.GetTaskRequest{SessionId: s.id, TaskId: r.TaskId, Manifests: true, NoResults: no}
				again, err := s.task.GetTask(s.ctx(), ask)
				if err != nil || len(again.Manifests) != 2 || (len(again.Task.Results) == 0) != no {
					t.Errorf("%v, %v", again, err)
				}
			}
		})
	}
}

// However often and at once a submission is sent, it runs once and gives one handle for each target.
func TestSubmitIsIdempotent(t *testing.T) {
	s := open(t, nil).begin()
	a := tensor.Ones([]int{10})
	req := &marsv1.SubmitRequest{SessionId: s.id, Graph: s.graphOf(a.Value()), RequestId: "r1", WaitMs: 30_000}
	ids := make([]string, 20)
	var wg sync.WaitGroup
	for i := range ids {
		wg.Go(func() {
			if r, err := s.task.Submit(s.ctx(), req); err == nil {
				ids[i] = r.TaskId
			}
		})
	}
	wg.Wait()
	for _, id := range ids {
		if id == "" || id != ids[0] {
			t.Fatalf("tasks %q", ids)
		}
	}
	list, err := s.task.ListTasks(s.ctx(), &marsv1.ListTasksRequest{SessionId: s.id})
	if err != nil || len(list.Tasks) != 1 {
		t.Errorf("%v, %v", list, err)
	}
	key := list.Tasks[0].Results[0].Outputs[0].Key
	if c := s.counts(); c != 1 {
		t.Errorf("%d values", c)
	}
	for range 2 { // the second time there is nothing to release
		if _, err := s.data.Release(s.ctx(), &marsv1.ReleaseRequest{SessionId: s.id, Keys: []string{key, key}}); err != nil {
			t.Fatal(err)
		}
	}
	eventually(t, "the value is gone", func() bool { return s.counts() == 0 })
	// A submission that failed may be sent again with its id.
	bad := &marsv1.SubmitRequest{SessionId: s.id, Graph: &marsv1.Graph{Version: 5, Targets: []*marsv1.Ref{{}}}, RequestId: "r2"}
	if _, err := s.task.Submit(s.ctx(), bad); err == nil {
		t.Error("a graph of another version")
	}
	bad.Graph, bad.WaitMs = req.Graph, 30_000
	if r, err := s.task.Submit(s.ctx(), bad); err != nil || r.TaskId == ids[0] {
		t.Errorf("%v, %v", r, err)
	}
}

// counts is how many values of the session have a handle.
func (s *site) counts() int {
	s.t.Helper()
	c, err := s.c.Lifecycle().Counts(s.ctx(), s.id)
	if err != nil {
		s.t.Fatal(err)
	}
	return c.Values
}

func TestHandlesAreCounted(t *testing.T) {
	s := open(t, nil).begin()
	a := tensor.Ones([]int{10})
	r := s.run(a.Value(), a.Value())
	key := r.Task.Results[0].Outputs[0].Key
	s.run(a.Value()) // equal: the same value, and one handle more
	got, err := s.session.GetSession(s.ctx(), &marsv1.GetSessionRequest{SessionId: s.id})
	if err != nil || got.Session.StoredBytes != 80 {
		t.Errorf("%v, %v", got, err)
	}
	for i := range 3 {
		if c := s.counts(); c != 1 {
			t.Fatalf("%d values after %d releases", c, i)
		}
		if _, err := s.data.Release(s.ctx(), &marsv1.ReleaseRequest{SessionId: s.id, Keys: []string{key}}); err != nil {
			t.Fatal(err)
		}
	}
	eventually(t, "the value is gone", func() bool { return s.counts() == 0 })
	_, err = s.data.GetManifest(s.ctx(), &marsv1.GetManifestRequest{SessionId: s.id, Key: key})
	wants(t, err, connect.CodeNotFound, marsv1.ErrorKind_ERROR_KIND_NOT_FOUND, "it was released")
	got, err = s.session.GetSession(s.ctx(), &marsv1.GetSessionRequest{SessionId: s.id})
	if err != nil || got.Session.StoredBytes != 0 {
		t.Errorf("%v, %v", got, err)
	}
	_, err = s.data.Release(s.ctx(), &marsv1.ReleaseRequest{SessionId: s.id, Keys: []string{"zz"}})
	wants(t, err, connect.CodeInvalidArgument, marsv1.ErrorKind_ERROR_KIND_INVALID, `key "zz"`)
}

// slow is a value that takes long enough to be canceled.
func slow() op.Value {
	a := tensor.Rand(3000, 3000)
	for range 30 {
		a = tensor.Sort(a)
	}
	return tensor.Sum(a).Value()
}

func TestTasksAreCanceled(t *testing.T) {
	s := open(t, nil).begin()
	submit := func(tag string, o *marsv1.Options) string {
		t.Helper()
		r, err := s.task.Submit(s.ctx(), &marsv1.SubmitRequest{SessionId: s.id, Graph: s.graphOf(slow()), Tags: []string{tag}, Options: o})
		if err != nil {
			t.Fatal(err)
		}
		if r.Task.State > marsv1.Task_STATE_RUNNING {
			t.Fatalf("%v", r)
		}
		return r.TaskId
	}
	ended := func(id, why string) {
		t.Helper()
		r, err := s.task.GetTask(s.ctx(), &marsv1.GetTaskRequest{SessionId: s.id, TaskId: id, WaitMs: 30_000, Manifests: true})
		if err != nil || r.Task.State != marsv1.Task_STATE_CANCELED || !strings.Contains(r.Task.GetProblem().GetMessage(), why) || len(r.Manifests) > 0 {
			t.Errorf("%v, %v", r, err)
		}
	}
	one, tagged, other, late := submit("a", nil), submit("b", nil), submit("a", nil), submit("c", &marsv1.Options{TimeoutMs: 1})
	r, err := s.task.CancelTask(s.ctx(), &marsv1.CancelTaskRequest{SessionId: s.id, Which: &marsv1.CancelTaskRequest_TaskId{TaskId: one}})
	if err != nil || len(r.TaskIds) != 1 || r.TaskIds[0] != one {
		t.Errorf("%v, %v", r, err)
	}
	ended(one, "")
	r, err = s.task.CancelTask(s.ctx(), &marsv1.CancelTaskRequest{SessionId: s.id, Which: &marsv1.CancelTaskRequest_Tag{Tag: "b"}})
	if err != nil || len(r.TaskIds) != 1 || r.TaskIds[0] != tagged {
		t.Errorf("%v, %v", r, err)
	}
	ended(tagged, "")
	ended(late, "took more than 1ms")
	r, err = s.task.CancelTask(s.ctx(), &marsv1.CancelTaskRequest{SessionId: s.id, Which: &marsv1.CancelTaskRequest_All{All: true}})
	if err != nil || len(r.TaskIds) != 1 || r.TaskIds[0] != other {
		t.Errorf("%v, %v", r, err)
	}
	ended(other, "")
	_, err = s.task.CancelTask(s.ctx(), &marsv1.CancelTaskRequest{SessionId: s.id})
	wants(t, err, connect.CodeInvalidArgument, marsv1.ErrorKind_ERROR_KIND_INVALID, "name a task")
	_, err = s.task.CancelTask(s.ctx(), &marsv1.CancelTaskRequest{SessionId: s.id, Which: &marsv1.CancelTaskRequest_TaskId{TaskId: "t99"}})
	wants(t, err, connect.CodeNotFound, marsv1.ErrorKind_ERROR_KIND_NOT_FOUND, "no task t99")
}

func TestTasksThatFailSayWhere(t *testing.T) {
	s := open(t, nil).begin()
	inv := tensor.Bincount(tensor.FromArray(nd.Of([]int64{1, -1}, 2))) // seen when it runs
	r, err := s.task.Submit(s.ctx(), &marsv1.SubmitRequest{SessionId: s.id, Graph: s.graphOf(inv.Value()), WaitMs: 30_000, Manifests: true})
	if err != nil {
		t.Fatal(err)
	}
	p := r.Task.Problem
	if r.Task.State != marsv1.Task_STATE_FAILED || p == nil || !strings.HasPrefix(p.Site, "task_test.go:") || p.Op == "" || p.Where == "" || len(r.Manifests)+len(r.Task.Results) > 0 {
		t.Errorf("%v", r)
	}
}

// Progress never falls while stages add to what there is to do, and nodes are named as the client named them.
func TestProgress(t *testing.T) {
	s := open(t, nil).begin()
	a := tensor.Rand(400_000)
	b := tensor.Unique(tensor.Sort(a)).Values
	g := s.graphOf(tensor.Sum(b).Value())
	r, err := s.task.Submit(s.ctx(), &marsv1.SubmitRequest{SessionId: s.id, Graph: g, Options: &marsv1.Options{ChunkBytes: 1 << 17, NoFusion: true}})
	if err != nil {
		t.Fatal(err)
	}
	if r.Task.State == marsv1.Task_STATE_SUCCEEDED {
		t.Fatal("it is over before it was looked at")
	}
	last, named := 0.0, map[string]bool{}
	for {
		got, err := s.task.GetTask(s.ctx(), &marsv1.GetTaskRequest{SessionId: s.id, TaskId: r.TaskId, WaitMs: 1, Nodes: true})
		if err != nil {
			t.Fatal(err)
		}
		m := got.Task
		if m.Progress < last || m.Progress > 1 {
			t.Errorf("progress %g after %g", m.Progress, last)
		}
		last = m.Progress
		for _, n := range m.Nodes {
			named[n.Node] = true
			if n.SubtasksDone > n.Subtasks || len(n.Inputs) > len(m.Nodes) {
				t.Errorf("%v", n)
			}
		}
		if m.State == marsv1.Task_STATE_SUCCEEDED {
			if m.Progress != 1 || len(m.Nodes) == 0 {
				t.Errorf("%v", m)
			}
			break
		}
		if m.State > marsv1.Task_STATE_SUCCEEDED || m.Progress == 1 {
			t.Fatalf("%v", m)
		}
	}
	for _, n := range g.Nodes {
		if !named[n.Id] {
			t.Errorf("nobody counted node %s (%s)", n.Id, n.Op)
		}
	}
}

func TestOptionsThatAreRefused(t *testing.T) {
	s := open(t, nil).begin()
	g := s.graphOf(tensor.Ones([]int{2}).Value())
	for want, r := range map[string]*marsv1.SubmitRequest{
		"have no priorities":       {Options: &marsv1.Options{Priority: 3}},
		"a setting of the":         {Options: &marsv1.Options{MaxAttempts: 3}},
		"chunks of -1 bytes":       {Options: &marsv1.Options{ChunkBytes: -1}},
		"request_id has 200 bytes": {RequestId: strings.Repeat("r", 200)},
		"at most 16 tags":          {Tags: make([]string, 17)},
		"of 1 to 256 bytes":        {Tags: []string{""}},
	} {
		r.SessionId, r.Graph = s.id, g
		_, err := s.task.Submit(s.ctx(), r)
		wants(t, err, connect.CodeInvalidArgument, marsv1.ErrorKind_ERROR_KIND_INVALID, want)
	}
	for _, id := range []string{"", "x", "t", "t1@999"} {
		_, err := s.task.GetTask(s.ctx(), &marsv1.GetTaskRequest{SessionId: s.id, TaskId: id})
		wants(t, err, connect.CodeInvalidArgument, marsv1.ErrorKind_ERROR_KIND_INVALID, "task_id")
	}
}

// The handles of a program in the supervisor's process are its own: nobody gives them up by HTTP.
func TestHandlesOfOthersAreLeftAlone(t *testing.T) {
	s := open(t, nil)
	c, err := client.New(s.ctx(), s.c, client.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s.id = c.ID()
	a := tensor.Ones([]int{10})
	if err := c.Execute(s.ctx(), a); err != nil {
		t.Fatal(err)
	}
	list, err := s.task.ListTasks(s.ctx(), &marsv1.ListTasksRequest{SessionId: s.id})
	if err != nil || len(list.Tasks) != 1 || list.Tasks[0].State != marsv1.Task_STATE_SUCCEEDED {
		t.Fatal(list, err)
	}
	key := list.Tasks[0].Results[0].Outputs[0].Key
	if _, err := s.data.Release(s.ctx(), &marsv1.ReleaseRequest{SessionId: s.id, Keys: []string{key}}); err != nil {
		t.Fatal(err)
	}
	if v, err := c.Fetch(s.ctx(), a); err != nil || v.(*nd.Array).Size() != 10 || s.counts() != 1 {
		t.Errorf("%v, %v, %d values", v, err, s.counts())
	}
	runtime.KeepAlive(a)
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}

// Sessions do not see each other's tasks and values.
func TestSessionsAreApart(t *testing.T) {
	s := open(t, nil).begin()
	r := s.run(tensor.Ones([]int{2}).Value())
	other, err := s.session.CreateSession(s.ctx(), &marsv1.CreateSessionRequest{})
	if err != nil {
		t.Fatal(err)
	}
	id := other.Session.SessionId
	_, err = s.task.GetTask(s.ctx(), &marsv1.GetTaskRequest{SessionId: id, TaskId: r.TaskId})
	wants(t, err, connect.CodeNotFound, marsv1.ErrorKind_ERROR_KIND_NOT_FOUND, "no task t1 in session")
	_, err = s.data.GetManifest(s.ctx(), &marsv1.GetManifestRequest{SessionId: id, Key: r.Manifests[0].Meta.Key})
	wants(t, err, connect.CodeNotFound, marsv1.ErrorKind_ERROR_KIND_NOT_FOUND, "is not in session")
	all, err := s.task.ListTasks(s.ctx(), &marsv1.ListTasksRequest{})
	if err != nil || len(all.Tasks) != 1 {
		t.Errorf("%v, %v", all, err)
	}
	logs, err := s.task.ReadLogs(s.ctx(), &marsv1.ReadLogsRequest{SessionId: s.id})
	if err != nil || len(logs.Logs) > 0 {
		t.Errorf("%v, %v", logs, err)
	}
}
