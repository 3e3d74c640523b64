package web

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"google.golang.org/protobuf/encoding/protojson"

	"github.com/mars-project/mars-go/errs"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/service"
)

// mediaNDJSON is the media type of lines of JSON.
const mediaNDJSON = "application/x-ndjson"

// A feed writes messages as SSE or as lines of JSON.
type feed struct {
	out   *paced
	lines bool
}

// newFeed begins the answer that Accept asks for.
func (s *Server) newFeed(w http.ResponseWriter, r *http.Request) *feed {
	f := &feed{out: s.paced(w), lines: strings.Contains(r.Header.Get("Accept"), mediaNDJSON)}
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	if f.lines {
		h.Set("Content-Type", mediaNDJSON)
	}
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	w.WriteHeader(http.StatusOK)
	return f
}

// send writes one message. JSON has no line breaks in it.
func (f *feed) send(event, id string, data []byte) error {
	var b bytes.Buffer
	if f.lines {
		b.Write(data)
		b.WriteByte('\n')
	} else {
		b.WriteString("event: " + event + "\nid: " + id + "\ndata: ")
		b.Write(data)
		b.WriteString("\n\n")
	}
	if _, err := f.out.Write(b.Bytes()); err != nil {
		return err
	}
	return f.out.flush()
}

// beat tells proxies and readers that the stream lives.
func (f *feed) beat() error {
	if f.lines {
		return f.send("", "", []byte(`{"heartbeat":{}}`))
	}
	if _, err := f.out.Write([]byte(": heartbeat\n\n")); err != nil {
		return err
	}
	return f.out.flush()
}

// sse streams the events of the cluster:
//
//	GET /api/v1/events?since=EPOCH.SEQ&scope=cluster|session:ID|task:ID
//
// The first message is a snapshot, unless since (or Last-Event-ID) says what the reader has; then come
// deltas, four times a second at most. With
// Accept: application/x-ndjson every event is a line, and the snapshot is one.
func (s *Server) sse(w http.ResponseWriter, r *http.Request) error {
	c, x, err := s.scopeOf(r)
	if err != nil {
		return err
	}
	if x != nil {
		defer x.active.Add(-1)
	}
	given := r.URL.Query().Get("since")
	if given == "" {
		given = r.Header.Get("Last-Event-ID")
	}
	after, known, err := s.sinceOf(given)
	if err != nil {
		return err
	}
	s.hub.begin(r.Context())
	defer s.hub.end()
	f := s.newFeed(w, r)
	defer f.out.end()
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	for {
		if !known {
			after = 0
		}
		xs, last, news, gap := s.hub.since(c, after)
		switch {
		case !known || gap:
			if gap {
				s.metrics.gaps.Inc()
			}
			err = f.send("snapshot", s.eventID(last), s.snapshot(c, xs, last, f.lines))
			known = true
		case len(xs) > 0:
			err = s.deltas(f, c, xs, last)
		}
		if err != nil {
			return nil // the reader is gone
		}
		after = last
		pause := time.NewTimer(tickEvery)
		for waiting := true; waiting && err == nil; {
			select {
			case <-pause.C:
				waiting = false
			case <-beat.C:
				err = f.beat()
			case <-r.Context().Done():
				pause.Stop()
				return nil
			case <-s.life.Done():
				pause.Stop()
				return nil
			}
		}
		for waiting := true; waiting && err == nil; {
			select {
			case <-news:
				waiting = false
			case <-beat.C:
				if x != nil {
					x.touch(time.Now())
				}
				err = f.beat()
			case <-r.Context().Done():
				return nil
			case <-s.life.Done():
				return nil
			}
		}
		if err != nil {
			return nil
		}
	}
}

// eventID is a number with its epoch.
func (s *Server) eventID(seq uint64) string {
	return s.o.Epoch + "." + strconv.FormatUint(seq, 10)
}

// sinceOf is the number that a reader has; known is false when it has none of this epoch.
func (s *Server) sinceOf(text string) (after uint64, known bool, err error) {
	if text == "" {
		return 0, false, nil
	}
	epoch, num, ok := strings.Cut(text, ".")
	if !ok {
		epoch, num = s.o.Epoch, text
	}
	after, err = strconv.ParseUint(num, 10, 64)
	if err != nil {
		return 0, false, errs.New(errs.Invalid, "since=%.40q is no number of an event", text)
	}
	return after, epoch == s.o.Epoch, nil
}

// scopeOf is what a request may see; x is the session it is about.
func (s *Server) scopeOf(r *http.Request) (*scope, *session, error) {
	c := &scope{who: callerOf(r.Context())}
	kind, id, _ := strings.Cut(r.URL.Query().Get("scope"), ":")
	switch kind {
	case "", "cluster":
		return c, nil, nil
	case "session":
		c.session = id
	case "task":
		t, err := service.ParseTaskID(id)
		if err != nil {
			return nil, nil, errs.Wrap(errs.Invalid, err, "scope")
		}
		info, err := s.o.Cluster.Task().Info(r.Context(), t)
		if err != nil {
			return nil, nil, err
		}
		c.task = t
		x, err := s.session(r.Context(), info.Session)
		if gone := errs.Is(err, errs.NotFound) || errs.Is(err, errs.Lost); gone && c.who.may(info.User) { // it is in the history
			c.past, err = &info, nil
		}
		return c, x, err
	default:
		return nil, nil, errs.New(errs.Invalid, "scope=%.40q; there are cluster, session:ID and task:ID", r.URL.Query().Get("scope"))
	}
	x, err := s.session(r.Context(), id)
	return c, x, err
}

// event is an event as JSON for a scope: of one task with its nodes.
func (s *Server) event(c *scope, x *item) []byte {
	if c.task == 0 || x.event.GetTask() == nil {
		return s.hub.jsonOf(x)
	}
	info, err := s.o.Cluster.Task().Info(s.life, x.task)
	if err != nil {
		return s.hub.jsonOf(x)
	}
	b, err := protojson.Marshal(s.taskEvent(&info, x.event))
	if err != nil {
		return s.hub.jsonOf(x)
	}
	return b
}

// taskEvent is an event of a task with all that is known of it.
func (s *Server) taskEvent(i *service.TaskInfo, of *marsv1.Event) *marsv1.Event {
	m := s.taskMessage(s.record(i.Session), i, true)
	m.Operators = useMessages(i)
	return &marsv1.Event{Seq: of.Seq, Epoch: of.Epoch, Time: of.Time, What: &marsv1.Event_Task{Task: m}}
}

func (s *Server) events(c *scope, xs []*item) []json.RawMessage {
	out := make([]json.RawMessage, len(xs))
	for i, x := range xs {
		out[i] = s.event(c, x)
	}
	return out
}

// snapshot is all that a scope has, as {"snapshot": {"seq", "epoch", "events"}} for lines and without the
// wrapping for SSE.
func (s *Server) snapshot(c *scope, xs []*item, last uint64, lines bool) []byte {
	es := s.events(c, xs)
	if c.past != nil {
		if b, err := protojson.Marshal(s.taskEvent(c.past, &marsv1.Event{Seq: last, Epoch: s.o.Epoch, Time: stamp(c.past.Ended)})); err == nil {
			es = append(es, b)
		}
	}
	v := map[string]any{"seq": last, "epoch": s.o.Epoch, "events": es}
	if lines {
		v = map[string]any{"snapshot": v}
	}
	b, err := json.Marshal(v)
	if err != nil {
		return []byte("{}")
	}
	return b
}

func (s *Server) deltas(f *feed, c *scope, xs []*item, last uint64) error {
	if f.lines {
		for _, x := range xs {
			if err := f.send("", "", s.event(c, x)); err != nil {
				return err
			}
		}
		return nil
	}
	b, err := json.Marshal(map[string]any{"seq": last, "epoch": s.o.Epoch, "events": s.events(c, xs)})
	if err != nil {
		return err
	}
	return f.send("delta", s.eventID(last), b)
}

// logs streams the lines of the supervisor's own log, for those who see all sessions:
//
//	GET /api/v1/log?since=SEQ&tail=100&task=ID&follow=0
//
// A reader that is too slow is told {"gap": {"first", "last"}} and goes on with what is still there.
func (s *Server) logs(w http.ResponseWriter, r *http.Request) error {
	if !callerOf(r.Context()).admin {
		return errs.New(errs.Denied, "the log is for those who see all sessions")
	}
	q := r.URL.Query()
	after, only, err := s.logFrom(r, q)
	if err != nil {
		return err
	}
	f := s.newFeed(w, r)
	defer f.out.end()
	s.metrics.streams.Inc()
	defer s.metrics.streams.Dec()
	give := func(es []service.Event) error {
		for i := range es {
			after = es[i].Seq
			if only != 0 && es[i].Task != only {
				continue
			}
			b, err := json.Marshal(es[i])
			if err != nil {
				return err
			}
			if err := f.send("line", strconv.FormatUint(after, 10), b); err != nil {
				return err
			}
		}
		return nil
	}
	ctx := r.Context()
	log := s.o.Cluster.Events()
	if q.Get("follow") == "0" {
		if es, err := log.Since(ctx, after, 0); err == nil {
			_ = give(es) // the reader may be gone
		}
		return nil
	}
	ctx, cancel := mergeCancel(ctx, s.life)
	defer cancel()
	for {
		before := after
		err := log.Follow(ctx, after, give)
		if ctx.Err() != nil || !errs.Is(err, errs.Unavailable) || after != before {
			return nil
		}
		es, err := log.Since(ctx, 0, 1)
		if err != nil || len(es) == 0 || es[0].Seq <= after+1 {
			return nil // the log is closed
		}
		s.metrics.gaps.Inc()
		b, _ := json.Marshal(map[string]any{"gap": map[string]uint64{"first": after + 1, "last": es[0].Seq - 1}})
		if f.send("gap", strconv.FormatUint(es[0].Seq-1, 10), b) != nil {
			return nil
		}
		after = es[0].Seq - 1
	}
}

func (s *Server) logFrom(r *http.Request, q url.Values) (after uint64, only service.TaskID, err error) {
	if t := q.Get("task"); t != "" {
		if only, err = service.ParseTaskID(t); err != nil {
			return 0, 0, errs.Wrap(errs.Invalid, err, "task")
		}
	}
	since := q.Get("since")
	if since == "" {
		since = r.Header.Get("Last-Event-ID")
	}
	if since != "" {
		if after, err = strconv.ParseUint(since, 10, 64); err != nil {
			return 0, 0, errs.New(errs.Invalid, "since=%.40q is no number", since)
		}
		return after, only, nil
	}
	tail := uint64(100)
	if t := q.Get("tail"); t != "" {
		if tail, err = strconv.ParseUint(t, 10, 32); err != nil {
			return 0, 0, errs.New(errs.Invalid, "tail=%.40q is no number", t)
		}
	}
	es, err := s.o.Cluster.Events().Since(r.Context(), 0, 0)
	if err == nil && len(es) > 0 {
		last := es[len(es)-1].Seq
		after = last - min(last, tail)
		after = max(after, es[0].Seq-1)
	}
	return after, only, err
}
