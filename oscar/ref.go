package oscar

// An Addr names an actor: the node it lives on and its name there. An empty UID names the node itself.
type Addr struct {
	Node string `cbor:"1,keyasint"`
	UID  string `cbor:"2,keyasint"`
}

func (a Addr) String() string { return a.Node + "/" + a.UID }

// A Ref is the address of an actor whose methods are those of A, which may be an interface.
// It is plain data: compare it, send it, keep it; it stays valid over restarts of the actor.
type Ref[A any] struct {
	Node string `cbor:"1,keyasint"`
	UID  string `cbor:"2,keyasint"`
}

// Addr is r without its type.
func (r Ref[A]) Addr() Addr { return Addr{Node: r.Node, UID: r.UID} }

func (r Ref[A]) String() string { return r.Addr().String() }

// IsZero reports that r names nothing.
func (r Ref[A]) IsZero() bool { return r.Node == "" && r.UID == "" }
