// Command cobra only links and uses the command tree: what it adds to an empty
// process.
package main

import "github.com/spf13/cobra"

func main() {
	c := &cobra.Command{Use: "cobra", Run: func(*cobra.Command, []string) {}}
	c.SetArgs(nil)
	_ = c.Execute() // an empty command cannot fail
}
