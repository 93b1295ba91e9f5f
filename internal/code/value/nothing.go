package value

// Nothing tells whether the last of several arguments is an empty text: what a
// function that writes files is given to write.
func Nothing(args []Value) bool {
	n := len(args)
	return n > 0 && args[n-1].Form == Text && args[n-1].Text == ""
}
