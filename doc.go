// Package mars is the front door: it opens a session on a cluster, executes lazy tensors and frames there,
// and fetches them.
//
//	s, err := mars.Local(ctx, mars.Workers(2), mars.Memory("2GiB"))
//	if err != nil { ... }
//	defer s.Close()
//	a := tensor.Rand(2000, 2000)
//	b := tensor.Sum(tensor.Inner(a, a))
//	if err := s.Execute(ctx, b); err != nil { ... }
//	fmt.Println(b)
//
// Local is a cluster in this process, Connect a session on one that runs elsewhere. Both give the same
// Session.
//
// Chunks do not live on the Go heap. A program that runs very many small ones gains a fifth with GOGC=400,
// which the program mars sets for itself.
//
// Floor 8.
package mars
