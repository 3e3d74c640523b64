package oscar_test

import (
	"context"
	"fmt"

	"github.com/mars-project/mars-go/oscar"
)

// Ledger is an actor: a plain type with plain methods and no locks.
type Ledger struct{ total int }

type Booking struct{ Amount int }

func (l *Ledger) Book(_ context.Context, b Booking) (int, error) {
	l.total += b.Amount
	return l.total, nil
}

var ledgerBook = oscar.Def("example.ledger.book", (*Ledger).Book)

func Example() {
	ctx := context.Background()
	a, _ := oscar.New("a")
	b, _ := oscar.New("b")
	defer a.Close(ctx)
	defer b.Close(ctx)

	ref, _ := oscar.Spawn(b, "ledger", func() *Ledger { return &Ledger{} })
	_, err := ledgerBook.Ask(ctx, a, ref, Booking{5})
	fmt.Println(err)

	_ = oscar.NewNet(oscar.Bytes).Join(a, b)
	total, err := ledgerBook.Ask(ctx, a, ref, Booking{5}) // the same call, here or over a link
	fmt.Println(total, err)
	totals, err := ledgerBook.Batch(ctx, b, ref, []Booking{{1}, {2}})
	fmt.Println(totals, err)
	// Output:
	// node b is not linked
	// 5 <nil>
	// [6 8] <nil>
}
