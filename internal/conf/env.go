package conf

import (
	"regexp"
	"slices"
	"strings"

	"github.com/mars-project/mars-go/errs"
)

// environment takes the setting's value from its own name in the environment, else from the first other one
// that has something to say.
func (s *Setting) environment(lookup func(string) (string, bool)) error {
	own := s.Env()
	if text, ok := lookup(own); ok && text != "" && !address(text) {
		if err := unit(s, text); err != nil {
			return errs.Wrap(errs.Invalid, err, "%s", own)
		}
		return s.Set(own, text)
	}
	for _, a := range s.also { // these are older than units
		text, ok := lookup(a.Name)
		if !ok || text == "" || address(text) {
			continue
		}
		text, err := a.Read(text)
		if err != nil {
			return errs.Wrap(errs.Invalid, err, "%s", a.Name)
		}
		if text != "" {
			return s.Set(a.Name, text)
		}
	}
	return nil
}

// address says whether Kubernetes has written a text: it puts MARS_WEB_PORT=tcp://10.0.0.7:80 into containers
// where a service is called mars-web.
func address(text string) bool {
	return strings.HasPrefix(text, "tcp://") || strings.HasPrefix(text, "udp://") || strings.HasPrefix(text, "sctp://")
}

// links are the names of variables that Kubernetes, and links of Docker, make of names of services.
var links = regexp.MustCompile(`(_SERVICE_HOST|_SERVICE_PORT(_.*)?|_PORT_[0-9]+_(TCP|UDP|SCTP)(_PROTO|_PORT|_ADDR)?)$`)

// Strangers refuses names of the environment that look like a setting and are none: NAME=value, of which
// those count that begin with prefix. known are other names that mean something, and what ends in * stands
// for all that begin so. Invalid: one lies in a section of the settings, or near to a name that means
// something; the error has that name. Others are somebody else's.
func (s *Set) Strangers(environ []string, prefix string, known ...string) error {
	words := slices.DeleteFunc(slices.Clone(known), func(w string) bool { return strings.HasSuffix(w, "*") })
	sections := map[string]bool{}
	for _, x := range s.list {
		words = append(words, x.Env())
		for _, a := range x.also {
			words = append(words, a.Name)
		}
		section, _, _ := strings.Cut(x.Name, ".")
		sections[prefix+strings.ToUpper(section)+"_"] = true
	}
	var tails []string // what all names share says nothing about how near they are
	for _, w := range words {
		tails = append(tails, strings.TrimPrefix(w, prefix))
	}
	for _, e := range slices.Sorted(slices.Values(environ)) {
		name, text, _ := strings.Cut(e, "=")
		if !strings.HasPrefix(name, prefix) || slices.Contains(words, name) || address(text) || links.MatchString(name) || starts(name, known) {
			continue
		}
		tail := strings.TrimPrefix(name, prefix)
		near := nearest(tail, tails, max(len(tail)/3, 1)) // short names of others are near to everything
		if near != "" {
			return errs.New(errs.Invalid, "%s in the environment is no setting; did you mean %s?", name, prefix+near)
		}
		if ofSection(name, sections) {
			return errs.New(errs.Invalid, "%s in the environment is no setting", name)
		}
	}
	return nil
}

// starts says whether a name begins as one of the words that end in *.
func starts(name string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool {
		head, all := strings.CutSuffix(w, "*")
		return all && strings.HasPrefix(name, head)
	})
}

func ofSection(name string, sections map[string]bool) bool {
	for s := range sections {
		if strings.HasPrefix(name, s) {
			return true
		}
	}
	return false
}
