package service

import "context"

// SessionInfo describes a session.
type SessionInfo struct {
	ID       string
	Created  Nanos
	LastUsed Nanos
	Tasks    int // that are not over, those too that wait for others
}

// A Door is where a function reaches the session that it runs for.
type Door struct{ URL, Token string }

// SessionService makes and ends sessions. All values and chunks belong to one.
type SessionService interface {
	// Create makes a session; an empty id asks for a fresh one. Creating one that exists is no error.
	Create(ctx context.Context, id string) (SessionInfo, error)
	// Touch says that a session is in use. NotFound: it was closed.
	Touch(ctx context.Context, id string) error
	// Life is a context that ends when the session begins to close: whoever keeps something of a session lets
	// go of it then. NotFound: it was closed.
	Life(ctx context.Context, id string) (context.Context, error)
	// Info is one session. NotFound: it was closed.
	Info(ctx context.Context, id string) (SessionInfo, error)
	// List lists sessions in order of their ids.
	List(ctx context.Context) ([]SessionInfo, error)
	// Close cancels the tasks of a session and releases everything that it holds. Closing again is no error.
	Close(ctx context.Context, id string) error
}
