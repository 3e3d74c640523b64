package strictpb_test

import (
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	"github.com/mars-project/mars-go/errs"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/internal/strictpb"
)

func graph(a *marsv1.Attr) *marsv1.Graph {
	return &marsv1.Graph{Version: 1, Nodes: []*marsv1.Node{{Op: "x.a"}, {Op: "x.b", Attrs: map[string]*marsv1.Attr{"axis": a}}}}
}

func list(items ...*marsv1.Attr) *marsv1.Attr {
	return &marsv1.Attr{Value: &marsv1.Attr_List{List: &marsv1.List{Items: items}}}
}

func TestUnmarshalNamesWhatItDoesNotKnow(t *testing.T) {
	one := &marsv1.Attr{Value: &marsv1.Attr_I{I: 1}}
	newer := proto.CloneOf(one)
	newer.ProtoReflect().SetUnknown(protowire.AppendVarint(protowire.AppendTag(nil, 99, protowire.VarintType), 7))
	deep := one
	for range strictpb.MaxDepth {
		deep = list(deep)
	}
	for _, c := range []struct {
		name string
		g    *marsv1.Graph
		want string
	}{
		{"good", graph(list(one, one)), ""},
		{"unknown field", graph(list(one, newer)), "Graph.nodes[1].attrs[axis].list.items[1]: unknown field 99"},
		{"no value", graph(&marsv1.Attr{}), "Graph.nodes[1].attrs[axis]: no value"},
		{"unknown enum", graph(&marsv1.Attr{Value: &marsv1.Attr_Singleton{Singleton: 77}}), "Graph.nodes[1].attrs[axis].singleton: unknown Singleton 77"},
		{"too deep", graph(deep), "Graph: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			data, err := proto.Marshal(c.g)
			if err != nil {
				t.Fatal(err)
			}
			var back marsv1.Graph
			err = strictpb.Unmarshal(data, &back)
			switch {
			case c.want == "" && (err != nil || !proto.Equal(c.g, &back)):
				t.Errorf("got %v, %v", err, &back)
			case c.want != "" && (err == nil || !strings.HasPrefix(err.Error(), c.want) || !errs.Is(err, errs.Invalid)):
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

func FuzzUnmarshal(f *testing.F) {
	data, err := proto.Marshal(graph(list(&marsv1.Attr{Value: &marsv1.Attr_S{S: "x"}})))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		var g marsv1.Graph
		if strictpb.Unmarshal(data, &g) != nil {
			return
		}
		again, err := proto.Marshal(&g)
		if err != nil {
			t.Fatal(err)
		}
		var back marsv1.Graph
		if err := strictpb.Unmarshal(again, &back); err != nil || !proto.Equal(&g, &back) {
			t.Errorf("%v: %v became %v", err, &g, &back)
		}
	})
}
