package schedule

import "github.com/mars-project/mars-go/service"

// finish takes a subtask out of its lease as done.
func (m *Machine) finish(s *sub, r *service.Result) {
	b := s.band
	m.unlease(s)
	m.finished(s, b, r)
}

// finished is the end of one that ran on b and has no lease any more.
func (m *Machine) finished(s *sub, b *band, r *service.Result) {
	s.state = finished
	s.task.open--
	for i, c := range s.out {
		if i < len(r.Facts) {
			c.bytes = r.Facts[i].Bytes
		}
		m.locate(c, b)
	}
	m.wake(s)
	for _, c := range s.out {
		m.unread(c)
	}
	m.release(s.in)
	s.in = nil
	if took := r.Ended - r.Started; took >= 0 {
		if m.mean == 0 {
			m.mean = took
		}
		m.mean += (took - m.mean) / 16
		s.task.busy += int64(took)
		s.task.busyN++
	}
}

// fail ends a subtask for good.
func (m *Machine) fail(s *sub, b service.Band, f *service.Failure) {
	s.state = failed
	s.task.open--
	m.release(s.in)
	s.in = nil
	m.emit(Failed{s.run(), b, f})
}
