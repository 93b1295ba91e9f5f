package sources

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/tasks/shelltext"
	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// Names of calls, by what they do. A name with a dot counts only behind what
// stands in front of it.
const (
	// trees and files are deleted: what is given, or what the call belongs to.
	trees = "RemoveAll deleteRecursively deleteDirectory cleanDirectory deleteDir remove_dir_all removeDir rmdir_all rmdirRecurse deleteTree deleteTreeAbsolute removeItem rm_rf rmtree forceDelete deleteTreeMinStackSize remove_tree rm_r Directory.Delete Directory.delete Directory.deleteSync removeTree rmDir"
	files = "os.Remove deleteIfExists delete Delete deleteSync deleteOnExit remove_file remove_dir removeFile os.rm os.remove os.rmdir File.delete unlink tryRemoveFile rmFile os.Unlink syscall.Unlink deleteQuietly"
	// writes write to what is given, into to what the call belongs to.
	writes = "WriteFile writeString WriteAllText WriteAllBytes WriteAllLines AppendAllText AppendAllLines fs.write Files.write writeFile FileWriter FileOutputStream StreamWriter os.Create File.create File.Create newBufferedWriter write_file newOutputStream writeTextFile"
	into   = "writeText writeBytes appendText appendBytes writeAsString writeAsStringSync writeAsBytes writeAsBytesSync"
	moves  = "os.Rename Files.move File.Move fs.rename Directory.Move moveFile moveDirectory moveItem os.mv"
	starts = "exec.Command exec.CommandContext Command.new ProcessBuilder Process.Start ProcessStartInfo execProcess execCmd execShellCmd startProcess os.execute os.system os.exec executeShell spawnShell spawnProcess Process.run Process.runSync Process.start system popen execvp sh.Run sh.RunV sh.Output sh.Exec exec shellExec runCommand syscall.Exec Process"

	homes       = "UserHomeDir home_dir getHomeDir NSHomeDirectory homeDirectoryForCurrentUser homeDirectory UserProfile userHome homedir HomeDir"
	environment = "getProperty getenv Getenv getEnv GetEnvironmentVariable var var_os LookupEnv env get_env"
	walks       = "walk Walk WalkDir walkDir walkFileTree EnumerateFiles EnumerateDirectories EnumerateFileSystemEntries GetFiles GetDirectories GetFileSystemEntries listFiles list ReadDir read_dir readDir contentsOfDirectory enumerator dirEntries listDir newDirectoryStream walkTopDown walkBottomUp walkDirRec eachFileRecurse eachFile traverse listSync find ls walk_ext glob Glob"
	// pure are calls that say nothing but what they are given.
	pure = walks + " of get resolve Join Combine join File Path PathBuf from new URL URI fileURLWithPath appendingPathComponent appendPathComponent toPath toFile toAbsolutePath normalize toRealPath to_path_buf as_path " +
		"toString toUri getPath getAbsolutePath absolutePath path canonicalFile canonicalPath getCanonicalFile joinPath join_path clone to_string into unwrap expect unwrap_or_default as_ref Ok Some GetFolderPath Clean Abs String " +
		streams + " stream toList parallel reverse into_iter iter DirectoryInfo FileInfo Directory buildPath expandTilde lastIndex trim " +
		"relativize getFileName asSequence toTypedArray listOf List Arrays asList arrayOf Array Paths dirname GetFullPath resolveSibling getParentFile min_depth contents_first FileSystem default max_depth open Name Path path file_name display FilePath Files str as_str"
	// streams go through what they belong to; what they are given says nothing.
	streams = "sorted sort filter map flat_map filter_map collect sortedByDescending sortedDescending forEach for_each each peek flatMap sort_by Where Select ToList"
	// plain are words of the languages.
	plain = "new let var const val mut final return try await ref in if else for range using case it_ this self std os fs path filepath io java nio file util dirs env system sys err nil null true false string void int public private static throws func fun fn proc auto unsafe async use do try_ where as is not and or byte func string error make append"
)

// call looks at the call that begins at token i, if one does.
func (r *reader) call(i int) {
	t := r.toks[i]
	open := r.at(i + 1)
	if t.kind == text && r.at(i+1).is(".") && (r.at(i+2).text == "execute" || r.at(i+2).is("!")) { // groovy, scala
		r.shell(r.filled(t))
		return
	}
	if t.kind == text && r.at(i+1).is("!") && !r.at(i+2).is("=") {
		r.shell(r.filled(t))
		return
	}
	if t.kind == name && r.at(i-1).is("::") && open.is(")") && wordlist.Has(trees+" "+files, t.text) { // forEach(File::delete)
		r.each(r.receiverOf(i-2), "rm -rf")
		return
	}
	if t.kind != name || !open.is("(") || open.match < i || r.own[t.text] != nil && r.at(open.match+1).is("{") {
		return
	}
	full := t.text
	if wordlist.Has(". :: ?. !.", r.at(i-1).text) && r.at(i-2).kind == name {
		full = r.at(i-2).text + "." + full
	}
	is := func(list string) bool { return wordlist.Has(list, t.text) || wordlist.Has(list, full) }
	switch {
	case is(trees):
		r.deleted(i, open.match, "rm -rf")
	case is(files):
		r.deleted(i, open.match, "rm -f")
	case is(into):
		r.each(r.receiver(i), "true >")
	case is(writes):
		r.each(r.argument(i+2, open.match), "true >")
	case is(moves):
		a, b := r.argument(i+2, open.match), ""
		if next := r.comma(i+2, open.match); next > 0 {
			b = r.argument(next+1, open.match)
		}
		if from, ok := word(a); ok {
			if to, ok := word(b); ok {
				r.add("mv " + from + " " + to)
			}
		}
	case is(starts):
		r.started(i, full)
	}
}

// deleted: a call deletes what it is given, or else what it belongs to.
func (r *reader) deleted(i, end int, command string) {
	v := r.argument(i+2, end)
	if v == "" || end > i+2 && wordlist.Has("recursive true false", r.at(i+2).text) {
		v = r.receiver(i)
	}
	if strings.Contains(v, each) || r.at(i+2).text == "recursive" || r.toks[i].text == "Delete" && r.at(end-1).text == "true" {
		command = "rm -rf"
	}
	if v == "" || strings.HasPrefix(v, unknown) {
		v = r.around(i)
	}
	r.each(v, command)
}

// around is what a walk goes through in whose brackets token i stands.
func (r *reader) around(i int) string {
	for k := i; k > 0 && i-k < maxExpr; k-- {
		if t := r.toks[k]; t.is("(") && t.match > i && r.at(k-1).kind == name && wordlist.Has(walks, r.at(k-1).text) {
			return element(r.argument(k+1, t.match))
		}
	}
	return ""
}

// each adds a command for each value that may be meant.
func (r *reader) each(values, command string) {
	for v := range strings.SplitSeq(values, or) {
		if w, ok := word(v); ok {
			r.add(command + " " + w)
		}
	}
}

// comma is the first one between two places that stands in no bracket, 0 if there
// is none.
func (r *reader) comma(from, to int) int {
	for k := from; k < to; k++ {
		if t := r.toks[k]; t.is(",") {
			return k
		} else if t.match > k {
			k = t.match
		}
	}
	return 0
}

// argument is the first one between two places. The label that some languages
// put in front of it counts for nothing.
func (r *reader) argument(from, to int) string {
	if end := r.comma(from, to); end > 0 {
		to = end
	}
	if r.at(from).kind == name && r.at(from+1).is(":") {
		from += 2
	}
	return r.expr(from, to)
}

// receiver is what a call belongs to: the chain of names and calls before it.
func (r *reader) receiver(i int) string {
	from := i
	for from > 0 && i-from < maxExpr && wordlist.Has(". ?. !. ::", r.at(from-1).text) {
		k := from - 2
		for (r.at(k).is(")") || r.at(k).is("]") || r.at(k).is("!")) && k > 0 {
			if m := r.at(k).match; m >= 0 && m < k {
				k = m - 1
			} else {
				k--
			}
		}
		if r.at(k).kind != name && r.at(k).kind != text {
			from = k + 1
			break
		}
		from = k
	}
	return r.expr(from, i-1)
}

// started adds the program that a call starts, with its words.
func (r *reader) started(i int, full string) {
	end := r.at(i + 1).match
	words := r.words(i+2, end)
	for wordlist.Has("arg args Arg", r.at(end+2).text) && r.at(end+3).is("(") && r.at(end+3).match > end {
		words = append(words, r.words(end+4, r.at(end+3).match)...)
		end = r.at(end + 3).match
	}
	if strings.HasSuffix(full, "CommandContext") && len(words) > 0 {
		words = words[1:]
	}
	switch {
	case len(words) == 0 || strings.HasPrefix(words[0], unknown):
	case len(words) == 1:
		r.shell(words[0])
	case wordlist.Has("Process.Start ProcessStartInfo", full) || r.toks[i].text == "ProcessStartInfo":
		r.shell(strings.Join(words, " ")) // its second text is the rest of the line
	default:
		for k, w := range words {
			if s, ok := word(w); ok {
				words[k] = s
			} else {
				words[k] = `"$task_value_x"`
			}
		}
		r.add(strings.Join(words, " "))
	}
}

// words are the values between two places, each by itself.
func (r *reader) words(from, to int) []string {
	var out []string
	for from < to && len(out) < 100 {
		end := from
		for end < to && !r.toks[end].is(",") && !r.toks[end].is("{") && !r.toks[end].is("[") {
			if r.toks[end].is("(") && wordlist.Has("of listOf asList arrayOf List Array", r.at(end-1).text) {
				break
			}
			if r.toks[end].match > end {
				end = r.toks[end].match
			}
			end++
		}
		if r.at(end).is("(") || r.at(end).is("{") || r.at(end).is("[") {
			from = end + 1
			continue
		}
		if v := r.expr(from, end); v != "" {
			out = append(out, v)
		}
		from = end + 1
	}
	return out
}

// shell adds a text that is a whole line of words.
func (r *reader) shell(v string) {
	if strings.HasPrefix(v, unknown) {
		return
	}
	r.add(strings.NewReplacer(home, "$HOME", unknown, "$"+shelltext.Identifier("x"), each, "*", or, " ").Replace(v))
}
