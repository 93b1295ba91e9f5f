package found

// This file tells kinds of commands apart by their names.

// PassesOutput: the output of these is the output of what they run.
func PassesOutput(c *Command) bool {
	n, _ := c.Program()
	switch n {
	case "command", "builtin", "exec", "eval", "env", "nice", "time", "bash", "sh", "nohup", "timeout", "stdbuf":
		return true
	}
	return false
}

// OwnText: the text behind these runs in the shell itself, at some other time.
func OwnText(c *Command) bool {
	switch name, _ := c.Program(); name {
	case "trap", "alias", "mapfile", "readarray", "complete", "compgen", "bind", "fc", "emulate":
		return true
	}
	return false
}

// Inline gives the variables that stand in front of a command.
func Inline(c *Command) []Assign {
	var out []Assign
	for _, a := range c.Env {
		if a.Inline {
			out = append(out, a)
		}
	}
	return out
}
