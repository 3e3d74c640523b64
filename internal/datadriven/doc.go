// Package datadriven runs text stories: commands with arguments and input, and the output they must give.
//
// A story file is a list of blocks. The first line is a command, the lines up to "----" its input, the lines
// up to the next blank line the expected output:
//
//	# Two workers, one dies.
//	kill w1 after=s3 bands=(numa-0, gpu-0) note="two words"
//	any input
//	----
//	s3 lost; retry on w2
//
// Lines that start with "#" between blocks are comments. Output that holds a blank line stands between two
// doubled separators ("----" twice before it, "----" twice after it). "go test -run Story -rewrite" writes
// what the commands gave into the files, so a change of behaviour is read as a diff.
//
// Floor 0.
package datadriven
