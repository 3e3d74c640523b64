// Package lifecycle counts who needs the chunks of a session, and knows how to make them again.
//
// Each chunk has two counts. Data: subtasks that will read it, planners that hold it, values with a handle
// that it is part of; at zero the bytes go, but for those of an upload that recipes read: it cannot be made
// again. Users: recipes that read it; the recipe that makes it (its subtask, with inputs and outputs) stays
// while data or users of any of its outputs are left, so that every chunk somebody may miss can be traced
// back to its sources. Counts change by finish events, never by what a worker says in between.
//
// Recovering a chunk runs the missing closure: its recipe, those of inputs that are gone, and so on. Of a
// shuffle only the parts are made again that somebody still reads. Who ran on the old value of an opaque
// recipe in its stage runs again; if that is an effect that is done, or an effect itself would have to run
// again, the chunk is lost for good.
//
// A chunk whose copies are all with dead workers is away. It is made again where that can be done; where not,
// whoever wants it waits until a worker comes back with it or is forgotten.
//
// Invariants: a chunk is known while data, users, a recipe or an upload needs it, and no longer; both counts
// equal those made from scratch of recipes, holds and handles; data is deleted once, when its count is zero;
// a task is forgotten once, after its end and its last recipe.
//
// Records hold int32 ids in place of pointers: at most 1 KiB per chunk with its recipe.
//
// Floor 6.
package lifecycle
