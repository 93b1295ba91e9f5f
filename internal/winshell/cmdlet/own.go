// Package cmdlet tells PowerShell by the words it alone has, in a text of which nobody
// said which shell reads it. To teach it a verb, add it to the list.
package cmdlet

import "strings"

// verbs begin the names of cmdlets, as PowerShell's own list of approved verbs
// has them.
const verbs = " Add Clear Close Compare Compress Convert ConvertFrom ConvertTo Copy Enter Exit Expand Export Find ForEach Format Get Group " +
	"Import Install Invoke Join Limit Measure Move New Open Out Pop Push Read Receive Register Remove Rename Repair Resolve Restart Restore " +
	"Save Search Select Send Set Show Sort Split Start Stop Tee Test Trace Unblock Uninstall Unregister Update Wait Where Write "

// Own tells whether a word that stands as a program's name is PowerShell's: a
// cmdlet in its usual spelling (Get-Content), or a here-string, which no other
// shell has. Text with such words is PowerShell, whatever the tool is called.
func Own(word string) bool {
	if len(word) > 3 && word[:2] == "@\n" && strings.HasSuffix(word, "\n@") {
		return true
	}
	verb, noun, ok := strings.Cut(word, "-")
	if !ok || noun == "" || verb == "" || strings.ContainsAny(verb, " \n\t") || !strings.Contains(verbs, " "+verb+" ") {
		return false
	}
	return noun[0] >= 'A' && noun[0] <= 'Z' && strings.Trim(noun, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}
