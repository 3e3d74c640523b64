package plane

import (
	"context"
	"io"
	"slices"
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// Media types of what clients read and write.
const (
	NPY   = "application/x-npy"                   // an array, as numpy.save writes it
	Raw   = "application/x-mars-raw"              // the bare elements of an array in C order, little-endian
	Arrow = "application/vnd.apache.arrow.stream" // a frame as an Arrow IPC stream
	JSON  = "application/json"                    // an object: the JSON of its frame.Label
	// Pickle is an object of a Python program, which only the program reads: how many parts there are (u32),
	// the bytes of each (u64), all little-endian, and the parts, of which the first is the pickle and the
	// others are its buffers.
	Pickle = "application/x-mars-pickle"
)

// Parts reads and stores chunks for clients.
type Parts interface {
	// Open pins a chunk on the first of c.Bands that has it and prepares its bytes; none are written yet. The
	// caller must close the Body.
	//
	// Outcomes: 1. A Body. 2. Lost: no band has the chunk. 3. Unavailable: a band cannot be reached, and no
	// other has it. 4. Invalid: a box or column outside the chunk. 5. Type: the value has no such form. 6.
	// Pressure, OutOfMemory: no room to load it. 7. Canceled.
	Open(ctx context.Context, session string, c service.ChunkMeta, sel Select, format string) (*Body, error)
	// Write stores what r holds as chunk u.Key with the worker of u.Band. A chunk that is there already stays
	// as it is.
	//
	// Outcomes: 1. The chunk's facts and band. 2. Invalid: the bytes are damaged, too few, too many. 3. Type:
	// no such form, or a column that cannot be held. 4. Pressure, OutOfMemory: no room. 5. Unavailable: the
	// worker cannot be reached. 6. Canceled.
	Write(ctx context.Context, session string, u Upload, r io.Reader) (service.ChunkMeta, error)
	// Copy has the worker of band to fetch a chunk from c.Bands. Errors are those of DataService.Fetch.
	Copy(ctx context.Context, session string, c service.ChunkMeta, to service.Band) (service.ChunkMeta, error)
	// Stat is what the worker of a band knows of a chunk. NotFound: it does not have it.
	Stat(ctx context.Context, session string, k op.Key, on service.Band) (service.ChunkMeta, error)
}

// An Upload says what is to be stored where.
type Upload struct {
	Band  service.Band // whose worker is to keep it
	Key   op.Key
	Type  string // the media type
	Size  int64  // number of bytes
	DType dtype.DType
	Shape []int // of Raw, as is DType
}

// FormatFor is the media type in which a client that accepts some, best first, gets values of a kind; none
// accepted means any. ok is false when it reads no form that there is. "*/*" accepts any, "application/*"
// too.
func FormatFor(k op.Kind, accept []string) (format string, ok bool) {
	has := []string{Arrow}
	switch k {
	case op.Tensor:
		has = []string{NPY, Raw}
	case op.Object:
		has = []string{JSON, Pickle}
	}
	if len(accept) == 0 {
		return has[0], true
	}
	for _, a := range accept {
		a, _, _ = strings.Cut(a, ";")
		a = strings.ToLower(strings.TrimSpace(a))
		if a == "*/*" || a == "application/*" {
			return has[0], true
		}
		if slices.Contains(has, a) {
			return a, true
		}
	}
	return "", false
}

// FormatOf is FormatFor of a value that is described: what a Python program has pickled has no other form.
func FormatOf(m op.Meta, accept []string) (format string, ok bool) {
	if !m.IsPickled() {
		return FormatFor(m.Kind, accept)
	}
	if len(accept) == 0 {
		return Pickle, true
	}
	for _, a := range accept {
		switch a, _, _ = strings.Cut(a, ";"); strings.ToLower(strings.TrimSpace(a)) {
		case Pickle, "*/*", "application/*":
			return Pickle, true
		}
	}
	return "", false
}
