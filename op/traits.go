package op

import "reflect"

// A trait is a name with what an operand of a type must be to have it.
type trait struct {
	name string
	has  func(t reflect.Type) bool // t is a pointer
}

// allTraits are those that an operator may have: what it embeds, then its optional methods.
var allTraits = []trait{
	embeds[Elementwise](), embeds[Rowwise](), embeds[Carry](), embeds[Scalars](), embeds[Recipe](), embeds[Deferred](),
	embeds[Seeded](), embeds[External](), embeds[Effect](), embeds[Opaque](), embeds[Process](),
	offers[Looker](), offers[Labeler](), offers[LabelMeeter](), offers[ColumnUser](), offers[Projector](), offers[Filterer](),
	offers[Narrower](), offers[Normalizer](), offers[Opener](), offers[Lowerer](), offers[Picker](), offers[Stager](), offers[StageNamer](),
	offers[Parter](), offers[Aparter](), offers[Giver](), offers[Viewer](), offers[Sweeper](), offers[Rower](),
}

// embeds is a trait that is embedded, at any depth.
func embeds[T any]() trait {
	what := reflect.TypeFor[T]()
	return trait{what.Name(), func(t reflect.Type) bool { return embedded(t.Elem(), what) }}
}

func embedded(t, what reflect.Type) bool {
	if t.Kind() != reflect.Struct {
		return false
	}
	for i := range t.NumField() {
		if f := t.Field(i); f.Anonymous && (f.Type == what || embedded(f.Type, what)) {
			return true
		}
	}
	return false
}

// offers is a trait that is methods.
func offers[T any]() trait {
	what := reflect.TypeFor[T]()
	return trait{what.Name(), func(t reflect.Type) bool { return t.Implements(what) }}
}

// TraitNames are the names of all traits of operators.
func TraitNames() []string {
	names := make([]string, len(allTraits))
	for i, t := range allTraits {
		names[i] = t.name
	}
	return names
}

// Traits are the names of those that the operator has, in order of TraitNames.
func (d *Def) Traits() (names []string) {
	for _, t := range allTraits {
		if t.has(d.proto.Type()) {
			names = append(names, t.name)
		}
	}
	return names
}

// GoType is the operator's type, with its package: "dataframe.binary".
func (d *Def) GoType() string { return d.proto.Type().Elem().String() }
