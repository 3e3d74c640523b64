package errs_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/mars-project/mars-go/errs"
)

// A kind says what a caller can do; words and cause stay.
func ExampleWrap() {
	err := errs.Wrap(errs.NotFound, fs.ErrNotExist, "read %s", "a.csv")
	err = fmt.Errorf("load: %w", err)
	fmt.Println(err)
	fmt.Println(errs.KindOf(err), errs.Is(err, errs.NotFound), errors.Is(err, fs.ErrNotExist))
	// Output:
	// load: read a.csv: file does not exist
	// NotFound true true
}

// The end of a context is Canceled, and what has no kind is a fault of ours.
func ExampleKindOf() {
	for _, err := range []error{
		errs.New(errs.Pressure, "no memory just now"),
		context.Canceled,
		errors.New("no kind"),
	} {
		fmt.Println(errs.KindOf(err))
	}
	// Output:
	// Pressure
	// Canceled
	// Internal
}

// At names the user's line and the operator, the first time only.
func ExampleAt() {
	err := errs.At(errs.New(errs.Type, "strings have no mean"), "main.go:12", "dataframe.mean")
	fmt.Println(errs.At(err, "other.go:1", "other"))
	// Output:
	// main.go:12: dataframe.mean: strings have no mean
}

// Err is a target for errors.Is.
func ExampleKind_Err() {
	err := errs.New(errs.Lost, "chunk is gone")
	fmt.Println(errors.Is(err, errs.Lost.Err()), errors.Is(err, errs.Denied.Err()))
	// Output:
	// true false
}
