// Package kernel compiles element-wise expressions to block programs: lists of loops over blocks of elements
// that stay in the first-level cache, so that an expression of many functions reads its inputs and writes its
// result once.
//
// A program may end in folds, which reduce along any axes. How a program cuts its work, and in which order it
// adds, depends on the shape alone: the answer is the same bits on one worker or many, fused or not.
//
// Floor 2.
package kernel
