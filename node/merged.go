package node

import (
	"cmp"
	"slices"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/web"
)

// merged says whether a request without a session asks for a list of all that there are: its answer is one
// repeated field, and maybe where the next page begins.
func merged(m protoreflect.MethodDescriptor) bool {
	f := m.Output().Fields()
	if !strings.HasPrefix(string(m.Name()), "List") || m.Name() == "ListOperators" || f.Len() == 0 || !f.Get(0).IsList() {
		return false
	}
	return f.Len() == 1 || f.Len() == 2 && f.Get(1).Name() == "next_page_token"
}

// maxPage is the most tasks in a page, as it is in package web.
const (
	defaultPage = 100
	maxPage     = 1000
)

// page makes one page of those of several supervisors, each of which was asked for what was submitted before
// the same moment: the latest tasks of all, and the token by which each goes on. asked is the request.
func page(sum proto.Message, asked proto.Message) {
	all, ok := sum.(*marsv1.ListTasksResponse)
	r, is := asked.(*marsv1.ListTasksRequest)
	if !ok || !is || !r.GetAll() {
		return
	}
	slices.SortFunc(all.Tasks, func(a, b *marsv1.Task) int {
		return cmp.Or(b.Submitted.AsTime().Compare(a.Submitted.AsTime()), cmp.Compare(idOf(b), idOf(a)))
	})
	most := int(min(cmp.Or(r.GetPageSize(), defaultPage), maxPage))
	if len(all.Tasks) <= most && all.NextPageToken == "" {
		return
	}
	all.Tasks = all.Tasks[:min(len(all.Tasks), most)]
	if len(all.Tasks) == 0 {
		all.NextPageToken = ""
		return
	}
	all.NextPageToken = web.PageAfter(all.Tasks[len(all.Tasks)-1])
}

func idOf(t *marsv1.Task) service.TaskID {
	id, _ := service.ParseTaskID(t.TaskId) // a supervisor's
	return id
}

// peers are the supervisors but this process's own, by whether they can be reached.
func (r *Router) peers(self string) (up, down []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, n := range r.names {
		switch _, ok := r.up[n]; {
		case n == self:
		case ok:
			up = append(up, n)
		default:
			down = append(down, n)
		}
	}
	return up, down
}

// absent adds supervisors that cannot be reached to a list of nodes.
func (r *Router) absent(sum proto.Message) {
	all, ok := sum.(*marsv1.ListNodesResponse)
	if !ok {
		return
	}
	_, down := r.peers("")
	for _, n := range down {
		all.Nodes = append(all.Nodes, web.Peer(n, false))
	}
}
