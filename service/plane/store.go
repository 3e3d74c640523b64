package plane

import (
	"context"
	"encoding/json"
	"io"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/data"
	"github.com/mars-project/mars-go/wire/arrow"
	"github.com/mars-project/mars-go/wire/npy"
)

// maxObject is the most bytes of the JSON of an object.
const maxObject = 1 << 20

// store decodes an upload straight into memory of the worker that keeps it.
func store(ctx context.Context, d service.DataService, session string, u Upload, r io.Reader, most int64) (service.Facts, error) {
	none := service.Facts{}
	switch {
	case u.Size < 0:
		return none, errs.New(errs.Invalid, "an upload needs its length")
	case u.Size > most:
		return none, errs.New(errs.Invalid, "an upload of %d bytes; at most %d are taken at once", u.Size, most)
	}
	need, err := needOf(u)
	if err != nil {
		return none, err
	}
	al := mem.Heap
	if s, ok := d.(*data.Service); ok {
		g, err := s.Store().Reserve(ctx, need)
		if err != nil {
			return none, err
		}
		defer g.Close()
		al = g
	}
	sc := mem.NewScope(al)
	defer sc.Close()
	v, err := decode(u, &npy.Sized{R: r, N: u.Size}, sc)
	if err != nil {
		return none, errs.Wrap(kindOf(ctx, err), err, "chunk %s", u.Key.Short())
	}
	return d.Put(ctx, session, u.Key, v)
}

// kindOf is Canceled for an error of no kind when ctx is over.
func kindOf(ctx context.Context, err error) errs.Kind {
	k := errs.KindOf(err)
	if k == errs.Internal && ctx.Err() != nil {
		return errs.Canceled
	}
	return k
}

// needOf is the memory that an upload takes while it is read. Texts of Arrow get views of 16 bytes, and
// batches are joined.
func needOf(u Upload) (int64, error) {
	switch u.Type {
	case NPY, Raw:
		return mem.Round(int(u.Size)) + 4<<10, nil
	case Arrow:
		return 2*u.Size + 64<<10, nil
	case Pickle:
		return u.Size + 64<<10, nil
	case JSON:
		if u.Size > maxObject {
			return 0, errs.New(errs.Invalid, "an object of %d bytes; at most %d are taken", u.Size, maxObject)
		}
		return 4 << 10, nil
	}
	return 0, errs.New(errs.Type, "an upload cannot be %.80q", u.Type)
}

// decode reads the value of an upload, which must fill r to its end.
func decode(u Upload, r *npy.Sized, al mem.Allocator) (v any, err error) {
	switch u.Type {
	case NPY:
		v, err = npy.Read(r, al)
	case Raw:
		if err := rawFits(u); err != nil {
			return nil, err
		}
		v, err = npy.ReadRaw(r, al, u.DType, u.Shape...)
	case Arrow:
		v, err = arrow.ReadAll(r, al, max(u.Size, 1))
	case Pickle:
		v, err = readPickle(r, u.Size, al)
	default:
		v, err = object(r)
	}
	if err == nil && r.N > 0 {
		err = errs.New(errs.Invalid, "%d bytes behind the end of the value", r.N)
	}
	return v, err
}

func rawFits(u Upload) error {
	if u.DType.IsZero() {
		return errs.New(errs.Invalid, "bare elements need their dtype")
	}
	if u.DType.Code() == "" || u.DType.Null {
		return errs.New(errs.Type, "dtype %v of bare elements", u.DType)
	}
	for _, n := range u.Shape {
		if n < 0 {
			return errs.New(errs.Invalid, "a length of %d", n)
		}
	}
	if n, ok := (npy.Header{DType: u.DType, Shape: u.Shape}).Bytes(); !ok || int64(n) != u.Size {
		return errs.New(errs.Invalid, "%d bytes of %v with shape %v", u.Size, u.DType, u.Shape)
	}
	return nil
}

func object(r io.Reader) (any, error) {
	b, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	var l frame.Label
	if err := json.Unmarshal(b, &l); err != nil {
		return nil, errs.Wrap(errs.Invalid, err, "an object")
	}
	return l.Value(), nil
}
