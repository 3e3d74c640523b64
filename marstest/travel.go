package marstest

import (
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/graph"
	"github.com/mars-project/mars-go/op"
)

// travels sends the graph of a good value as bytes and wants the same value from the other side: keys are
// hashes of operators, parameters and inputs, so equal keys are equal graphs.
func travels(t *testing.T, h op.Handle) {
	t.Helper()
	v := h.Value()
	if v.Err() != nil {
		return
	}
	g, err := graph.Encode(v)
	if err != nil {
		t.Errorf("encode: %v", err)
		return
	}
	b, err := proto.Marshal(g)
	if err != nil {
		t.Errorf("marshal: %v", err)
		return
	}
	back, err := graph.Unmarshal(b, func(k op.Key) (op.Value, error) { return op.Value{}, errs.New(errs.NotFound, "no value %s", k) })
	switch {
	case err != nil:
		t.Errorf("decode: %v", err)
	case back[0].Err() != nil:
		t.Errorf("decoded: %v", back[0].Err())
	case back[0].Meta().Key != v.Meta().Key:
		t.Errorf("the graph that came back has another key: %s", changed(v.N, back[0].N))
	}
}

// changed names the first node, inputs first, whose key is another one.
func changed(a, b *op.Node) string {
	for i := range a.In {
		if i < len(b.In) && a.In[i].N.Key != b.In[i].N.Key {
			return changed(a.In[i].N, b.In[i].N)
		}
	}
	return a.Name
}
