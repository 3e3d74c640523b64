package main

import (
	"os"
	"testing"
)

// TestCostOfRecipes: a name that is an expression of others is written in a few lines.
func TestCostOfRecipes(t *testing.T) {
	cs, err := costs("../../tensor", "../../dataframe/...")
	if err != nil {
		t.Fatal(err)
	}
	if len(cs) < 50 {
		t.Fatalf("%d files of recipes were found", len(cs))
	}
	printCosts(os.Stderr, cs)
}
