package coord

import (
	"context"
	"fmt"
	"time"
)

// Coord is a driver. All methods are safe for concurrent use. Besides the errors they list they fail as
// Canceled when ctx ends, and as Unavailable when the driver cannot be reached or is closed: then it is not
// known whether a change was made.
type Coord interface {
	Members
	Elections
	Journal
	// Close gives back what the driver holds. Leases are not ended; they run out.
	Close() error
}

// Members is the list of those who are there.
type Members interface {
	// Join makes m a member until its lease ends, at the latest ttl after the last Renew. A member of the
	// same ID is replaced, and its lease is over: it is taken for an older life of the same process.
	Join(ctx context.Context, m Member, ttl time.Duration) (Lease, error)
	// Watch follows the members. Close it.
	Watch(ctx context.Context) (Watch, error)
}

// A Member is a process of the cluster.
type Member struct {
	ID    string
	Data  []byte // the driver does not look inside; at most MaxBytes
	Token uint64 // given by Join: larger than that of any earlier Join and of any earlier election
}

// A Lease is a membership, seen by the member.
type Lease interface {
	Member() Member
	// Renew gives the lease its full time again. Denied: it has ended, and will not come back; join again.
	Renew(ctx context.Context) error
	// Update changes the member's data. Denied: the lease has ended.
	Update(ctx context.Context, data []byte) error
	// Leave ends the lease now. One that has ended is no error.
	Leave(ctx context.Context) error
}

// A Watch is a view of the members that is brought up to date by Next.
type Watch interface {
	// Next waits for changes since the last Next and gives them all, at most Left and Joined for one member:
	// what came and went between two calls is not told. The first Next gives the members present as Joined,
	// at once, even if there are none.
	Next(ctx context.Context) ([]Change, error)
	Close() error
}

// A Change is one step of a Watch.
type Change struct {
	Kind   ChangeKind
	Member Member // Left: as it was last seen
}

// ChangeKind says what happened to a member.
type ChangeKind uint8

const (
	Joined ChangeKind = iota
	Updated
	Left
)

func (c Change) String() string {
	kind := [...]string{"joined", "updated", "left"}[c.Kind]
	return fmt.Sprintf("%s %s %q", kind, c.Member.ID, c.Member.Data)
}

// Elections fill offices, each with one leader at a time.
type Elections interface {
	// Campaign waits until candidate is the leader of office; candidates are elected in the order they came.
	// The term ends at the latest ttl after the last Renew, counted from the election.
	Campaign(ctx context.Context, office, candidate string, ttl time.Duration) (Term, error)
	// Leader is who leads now. NotFound: nobody.
	Leader(ctx context.Context, office string) (Leader, error)
	// NextLeader waits for a leader whose token is larger than after. It may skip leaders.
	NextLeader(ctx context.Context, office string, after uint64) (Leader, error)
}

// A Leader is a candidate that was elected.
type Leader struct {
	Candidate string
	Fence     Fence
}

// A Term is an office held, seen by the leader.
type Term interface {
	Fence() Fence
	// Renew gives the term its full time again. Denied: it has ended, and will not come back.
	Renew(ctx context.Context) error
	// Resign ends the term now. One that has ended is no error.
	Resign(ctx context.Context) error
}

// A Fence names a term of an office. Tokens grow with every election, so of two fences the larger is the
// newer.
type Fence struct {
	Office string `cbor:"1,keyasint"`
	Token  uint64 `cbor:"2,keyasint"`
}

func (f Fence) String() string { return fmt.Sprintf("%s#%d", f.Office, f.Token) }

// Journal is a set of logs: records in order, which outlive leaders.
type Journal interface {
	// Append adds records to a log, all or none, if f is the current term of its office and after is the
	// number of the log's last record, 0 for a log that is empty or new. It returns the number of the last
	// record.
	//  1. f has ended: Denied.
	//  2. The log is not at after: Invalid. A caller that did not learn the end of an Append finds out by Read.
	//  3. The records are larger than MaxBytes together: Invalid.
	Append(ctx context.Context, f Fence, log string, after uint64, recs ...[]byte) (last uint64, err error)
	// Read gives records with numbers above after, in order, at most limit of them (0: all). There are none
	// in a log that does not exist.
	Read(ctx context.Context, log string, after uint64, limit int) ([]Record, error)
	// Logs is the sorted names of the logs that begin with prefix.
	Logs(ctx context.Context, prefix string) ([]string, error)
	// Drop removes a log; one that does not exist is no error. Denied: f has ended.
	Drop(ctx context.Context, f Fence, log string) error
}

// A Record is an entry of a log. Numbers begin with 1 and have no gaps.
type Record struct {
	Seq   uint64
	Token uint64 // of the term it was written in
	Data  []byte
}

// MaxBytes bounds the data of a member and the records of one Append, in bytes: etcd takes requests of 1.5
// MiB.
const MaxBytes = 1 << 20
