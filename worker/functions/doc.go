// Package functions calls users' Python functions in processes that a worker owns.
//
// A Host has one zygote for each environment, from which the processes are forked, and asks the machine of
// package function which of them runs what. It knows functions, arguments and objects as bytes: nothing here
// reads a pickle. Arrays lie in memory that the processes of a session share with the worker.
//
// Floor 7.
package functions
