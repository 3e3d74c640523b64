package runner

import (
	"context"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/reach"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// Fetch brings the inputs of w that are elsewhere, and pins all of them. After an error w is released.
//
// Outcomes: 1. All are pinned. 2. Lost: service.LostKeys names those that no band has. 3. Pressure,
// OutOfMemory: no room.
// 4. Unavailable: a band that has one cannot be reached. 5. Canceled.
func (r *Runner) Fetch(w *Work) error {
	err := r.fetch(w)
	if err != nil {
		w.Release()
	}
	return err
}

func (r *Runner) fetch(w *Work) error {
	err := r.get(w)
	if l := service.Lost(err); l != nil { // as of what was known
		l.Versions = make([]uint64, len(l.Keys))
		for i, k := range l.Keys {
			l.Versions[i] = w.versions[k]
		}
	}
	return err
}

func (r *Runner) get(w *Work) error {
	if w.fetched {
		return nil
	}
	w.fetched = true
	w.list()
	absent, err := r.pin(w)
	if err != nil || len(absent) == 0 {
		return err
	}
	if err := r.bring(w, absent); err != nil {
		return err
	}
	absent, err = r.pin(w)
	if err == nil && len(absent) > 0 {
		err = lostPieces(w, absent)
	}
	return err
}

// list finds what the calls read from the store.
func (w *Work) list() {
	n := 0
	for i := range w.Subtask.Calls {
		for j := range w.Subtask.Calls[i].In {
			a := &w.Subtask.Calls[i].In[j]
			switch {
			case a.Call >= 0:
			case a.Keys != nil:
				n += len(a.Keys)
			default:
				n++
			}
		}
	}
	w.pieces, w.at = make([]piece, 0, n), make([]int32, 0, n)
	var seen map[piece]int32
	if n > 16 {
		seen = make(map[piece]int32, n)
	}
	add := func(k op.Key, part int) {
		p := piece{key: k, part: int32(part)}
		i, ok := int32(0), false
		if seen != nil {
			i, ok = seen[p]
		} else {
			for j := range w.pieces {
				if w.pieces[j] == p {
					i, ok = int32(j), true
				}
			}
		}
		if !ok {
			i = int32(len(w.pieces))
			w.pieces = append(w.pieces, p)
			if seen != nil {
				seen[p] = i
			}
		}
		w.at = append(w.at, i)
	}
	for i := range w.Subtask.Calls {
		for j := range w.Subtask.Calls[i].In {
			a := &w.Subtask.Calls[i].In[j]
			switch {
			case a.Call >= 0:
			case a.Keys != nil:
				for _, k := range a.Keys {
					add(k, a.Part)
				}
			default:
				add(a.Key, a.Part)
			}
		}
	}
}

// pin pins what is here and names what is not.
func (r *Runner) pin(w *Work) (absent []int, err error) {
	for i := range w.pieces {
		p := &w.pieces[i]
		if p.pin != nil {
			continue
		}
		p.pin, err = r.opts.Store.Pin(&w.life, w.Session, p.key, p.part, w.Grant)
		switch {
		case err == nil:
		case errs.Is(err, errs.Lost): // damaged here; it may be elsewhere
			_ = r.opts.Store.Delete(&w.life, w.Session, []op.Key{p.key})
			absent = append(absent, i)
		case errs.Is(err, errs.NotFound):
			absent = append(absent, i)
		default:
			return nil, errs.From(err, r.opts.Band.Node)
		}
	}
	return absent, nil
}

// bring fetches absent pieces, and tries again while a worker that has them cannot be reached.
func (r *Runner) bring(w *Work, absent []int) error {
	if w.Directory == nil {
		return lostPieces(w, absent)
	}
	return reach.Try(&w.life, func() error { return r.bringOnce(w, absent) })
}

// bringOnce asks where absent pieces are and fetches them. Copies of whole values are made known.
func (r *Runner) bringOnce(w *Work, absent []int) error {
	place := make(map[op.Key]int, len(absent))
	var keys []op.Key
	for _, i := range absent {
		k := w.pieces[i].key
		if _, ok := place[k]; !ok {
			place[k] = len(keys)
			keys = append(keys, k)
		}
	}
	metas, err := w.Directory.Get(&w.life, w.Session, keys)
	if err != nil {
		return errs.Wrap(errs.KindOf(err), err, "ask where %d inputs are", len(keys))
	}
	from := make([]service.Source, len(keys))
	if w.versions == nil {
		w.versions = make(map[op.Key]uint64, len(keys))
	}
	for i, k := range keys {
		from[i].Key = k
		if i < len(metas) {
			from[i].Bands, from[i].Bytes = metas[i].Bands, metas[i].Bytes
			w.versions[k] = metas[i].Version
		}
	}
	whole := make([]bool, len(keys))
	for _, i := range absent {
		p := &w.pieces[i]
		if k := place[p.key]; p.part < 0 {
			whole[k] = true
		} else {
			from[k].Parts = append(from[k].Parts, p.part)
		}
	}
	for k := range from {
		if whole[k] {
			from[k].Parts = nil
		}
	}
	l := r.lookOut(w, keys, from)
	copies, release, err := r.opts.Store.Bring(l.ctx, w.Session, from, w.Grant)
	if w.release != nil { // of the try before, whose copies could not be made known
		w.release()
	}
	w.release = release
	if l.end() && err != nil && !w.life.over.Load() {
		err = errs.Wrap(errs.Unavailable, err, "%v", errMoved)
	}
	if e := r.tell(w, copies); err == nil {
		err = e
	}
	return err
}

// tell makes copies known, so that they are deleted with the others.
func (r *Runner) tell(w *Work, copies []service.Facts) error {
	if len(copies) == 0 {
		return nil
	}
	ms := make([]service.ChunkMeta, len(copies))
	for i, f := range copies {
		ms[i] = service.ChunkMeta{Facts: f, Bands: []service.Band{r.opts.Band}}
	}
	if err := w.Directory.Put(context.WithoutCancel(&w.life), w.Session, ms); err != nil {
		return errs.Wrap(errs.KindOf(err), err, "say that %d copies are on %s", len(ms), r.opts.Band)
	}
	return nil
}

func lostPieces(w *Work, absent []int) error {
	l := &service.LostError{}
	seen := map[op.Key]bool{}
	for _, i := range absent {
		if k := w.pieces[i].key; !seen[k] {
			seen[k] = true
			l.Keys = append(l.Keys, k)
		}
	}
	return &errs.Error{Kind: errs.Lost, Msg: l.Error(), Err: l}
}
