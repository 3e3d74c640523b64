package history

import (
	"encoding/binary"
	"encoding/json"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// A record is a task on disk. Fields are only ever added.
type record struct {
	ID        service.TaskID    `json:"id"`
	Session   string            `json:"session"`
	Name      string            `json:"name,omitempty"`
	User      string            `json:"user,omitempty"`
	State     service.TaskState `json:"state"`
	Started   service.Nanos     `json:"started"`
	Ended     service.Nanos     `json:"ended,omitempty"`
	Stages    int               `json:"stages,omitempty"`
	Total     int               `json:"total,omitempty"`
	Done      int               `json:"done,omitempty"`
	Retried   int               `json:"retried,omitempty"`
	Restored  int               `json:"restored,omitempty"`
	Busy      service.Nanos     `json:"busy,omitempty"`
	Operators []use             `json:"operators,omitempty"`
	Failure   *failure          `json:"failure,omitempty"`
	Targets   []string          `json:"targets,omitempty"` // keys of values
}

type use struct {
	Name     string        `json:"name"`
	Values   int           `json:"values"`
	Subtasks int           `json:"subtasks,omitempty"`
	Busy     service.Nanos `json:"busy,omitempty"`
	Bytes    int64         `json:"bytes,omitempty"`
}

type failure struct {
	Kind  errs.Kind `json:"kind"`
	Msg   string    `json:"message"`
	Site  string    `json:"site,omitempty"`
	Op    string    `json:"op,omitempty"`
	Where string    `json:"where,omitempty"`
	Trace string    `json:"trace,omitempty"`

	Python string `json:"python,omitempty"`
}

// Bounds of a record: what is longer is cut.
const (
	maxText      = 4 << 10
	maxOperators = 64
	maxTargets   = 64
)

func clip(s string) string {
	if len(s) <= maxText {
		return s
	}
	return s[:maxText] + " ..."
}

// Slim is what is kept of a task: no values of the graph, and of its targets no chunks.
func Slim(i *service.TaskInfo) service.TaskInfo {
	s := *i
	s.Operators = i.Use()
	s.Operators = s.Operators[:min(len(s.Operators), maxOperators)]
	s.Nodes, s.Targets = nil, nil
	if len(i.Targets) <= maxTargets { // a part of them would be taken for all
		for k := range i.Targets {
			s.Targets = append(s.Targets, service.Manifest{Value: i.Targets[k].Value})
		}
	}
	if i.Err != nil {
		e := *i.Err
		for _, t := range []*string{&e.Msg, &e.Site, &e.Op, &e.Where, &e.Trace, &e.Python} {
			*t = clip(*t)
		}
		s.Err = &e
	}
	return s
}

func encode(full *service.TaskInfo) []byte {
	i := Slim(full)
	r := record{
		ID: i.ID, Session: clip(i.Session), Name: clip(i.Name), User: clip(i.User), State: i.State, Started: i.Started, Ended: i.Ended, Stages: i.Stages,
		Total: i.Total, Done: i.Done, Retried: i.Retried, Restored: i.Restored, Busy: i.Busy,
	}
	for _, u := range i.Operators {
		r.Operators = append(r.Operators, use(u))
	}
	if i.Err != nil {
		r.Failure = &failure{i.Err.Kind, i.Err.Msg, i.Err.Site, i.Err.Op, i.Err.Where, i.Err.Trace, i.Err.Python}
	}
	for k := range i.Targets {
		r.Targets = append(r.Targets, i.Targets[k].Value.String())
	}
	b, err := json.Marshal(&r)
	if err != nil { // it has text and numbers alone
		panic(err)
	}
	return b
}

func decode(b []byte) (*service.TaskInfo, error) {
	var r record
	if err := json.Unmarshal(b, &r); err != nil {
		return nil, err
	}
	if r.State > service.Canceled {
		return nil, errs.New(errs.Invalid, "state %d", r.State)
	}
	i := &service.TaskInfo{ID: r.ID, Session: r.Session, Name: r.Name, User: r.User, State: r.State, Started: r.Started, Ended: r.Ended, Operators: []service.OperatorUse{}}
	i.Progress = service.Progress{Stages: r.Stages, Total: r.Total, Done: r.Done, Retried: r.Retried, Restored: r.Restored, Busy: r.Busy}
	for _, u := range r.Operators {
		i.Operators = append(i.Operators, service.OperatorUse(u))
	}
	if r.Failure != nil {
		f := r.Failure
		i.Err = &service.Failure{Kind: f.Kind, Msg: f.Msg, Site: f.Site, Op: f.Op, Where: f.Where, Trace: f.Trace, Python: f.Python}
	}
	for _, t := range r.Targets {
		k, ok := op.ParseKey(t)
		if !ok {
			return nil, errs.New(errs.Invalid, "key %q", t)
		}
		i.Targets = append(i.Targets, service.Manifest{Value: k})
	}
	return i, nil
}

// keyOf is the key of a record, which sorts as marks do.
func keyOf(m service.TaskMark) []byte {
	b := binary.BigEndian.AppendUint64(nil, uint64(m.Started))
	return append(b, idOf(m.ID)...)
}

func idOf(id service.TaskID) []byte { return binary.BigEndian.AppendUint32(nil, uint32(id)) }

func markOf(k []byte) service.TaskMark {
	if len(k) != 12 {
		return service.TaskMark{}
	}
	return service.TaskMark{Started: service.Nanos(binary.BigEndian.Uint64(k)), ID: service.TaskID(binary.BigEndian.Uint32(k[8:]))}
}

// size is what a record counts.
func size(k, v []byte) int64 { return int64(len(k) + len(v)) }
