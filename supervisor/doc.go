// Package supervisor assembles one supervisor: the machines of the services as actors, and the ways between
// them.
//
//	        submit, cancel            skeletons                 leases
//	client ---------------> task  <-----------> schedule   ,-------------> band
//	                         |  \______________________\__/                  |
//	                         | counts, recipes           <--------------------
//	                         v                                  reports
//	                      lifecycle -- deletions --> data (workers), by what meta knows
//
// Each actor steps its machine and passes the effects on. Messages between actors of a supervisor are never
// answered, and their mailboxes are as good as unbounded, so they cannot wait for each other in a circle.
//
// Floor 7.
package supervisor
