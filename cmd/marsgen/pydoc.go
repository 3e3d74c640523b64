package main

import (
	"strings"

	"github.com/mars-project/mars-go/op"
)

// docOf is the documentation of a function: what it does, what it is like, what differs, what is refused.
// Lines have at most width bytes.
func docOf(d *op.Def, refused []string, width int) []string {
	text := []string{d.Doc.Summary + "."}
	if d.Doc.Text != "" {
		text = append(text, "", d.Doc.Text)
	}
	switch like := d.Doc.Like; {
	case like == "" && d.Doc.Notes != "":
		text = append(text, "", d.Doc.Notes)
	case like != "" && d.Doc.Notes != "":
		text = append(text, "", "Like "+like+". "+d.Doc.Notes)
	case like != "":
		text = append(text, "", "Same as "+like+".")
	}
	if d.Doc.Form("where") == "masked" {
		said := "Elements where the condition where is false do not count."
		if d.Doc.Form("initial") != "" {
			said += " The reduction begins with initial, which smallest and largest elements want beside where."
		}
		text = append(text, "", said)
	}
	if len(refused) > 0 {
		text = append(text, "", "Taken at their defaults only: "+strings.Join(refused, ", ")+".")
	}
	var out []string
	for _, t := range text {
		out = append(out, wrap(strings.ReplaceAll(t, `\`, `\\`), width)...)
	}
	return out
}

// wrap breaks a text between words.
func wrap(s string, width int) []string {
	var out []string
	line := ""
	for _, w := range strings.Fields(s) {
		if line != "" && len(line)+1+len(w) > width {
			out = append(out, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += w
	}
	return append(out, line)
}
