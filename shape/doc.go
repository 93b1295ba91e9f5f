// Package shape turns command lines into shapes: what stays the same when
// only the values change. A person who allows a command allows its shape.
//
//	shape.Of(`git commit -am "fix the parser"`) // git commit -am <word>
//
// There are two forms of one idea:
//
//   - The printed shape is for people and for `--forget`. Program, verbs and
//     flags stand as written, values become <url> <path> <n> <sha> <name> or
//     <word>, told apart by their looks unless the knowledge of the tool says
//     more (a commit message is <word> whatever it holds). A value that the
//     text does not give, such as $X or $(date), is <expansion>. A printed
//     shape given back is its own shape.
//   - The key is what a grant is filed under. It is stricter and blind to
//     spelling: flags are a set, -am equals -a -m, -m equals --message, values
//     go by their role, and what makes another act of a command stands in it
//     literally: the task of a task runner, the package of a package runner,
//     the host, the setting, the environment that changes what runs. An empty
//     key says that nothing may be filed: the program or a part of what runs
//     is not known.
//
// What a command does to which target is not part of the key. Package ledger
// compares the effects as well, so `rm a` does not cover `rm ~/b`.
//
// A line joins the shapes of its commands: " | " where one reads what the
// other prints, " ; " everywhere else. Commands that only cut, announce or
// wait (| head, || true, ; echo $?, sleep 2) leave no trace beside others, and
// neither do 2>&1 and >/dev/null. A cd stays visible: the person should see
// that the rest happens elsewhere.
//
// To change how a class of values prints, see class.go; how a command is laid
// out, print.go; what separates two grants, key.go and keyclass.go.
package shape
