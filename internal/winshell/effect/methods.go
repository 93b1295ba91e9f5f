package effect

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/winshell"
	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// methodRule judges .NET calls by the beginning of their lower-case name, with
// "system." removed.
type methodRule struct {
	prefix string
	kind   string // "" is harmless
	arg    int    // which argument is the target, from 1; 0 is none
	say    string
}

// methods is searched in order; the first fitting rule counts.
var methods = [...]methodRule{
	{"[io.file]::delete", Delete, 1, "deletes a file"}, {"[io.directory]::delete", DeleteTree, 1, "deletes a folder"},
	{"[io.file]::read", Read, 1, ""}, {"[io.file]::openread", Read, 1, ""}, {"[io.file]::opentext", Read, 1, ""}, {"[io.file]::exists", "", 0, ""}, {"[io.file]::get", "", 0, ""},
	{"[io.file]::copy", Write, 2, "copies a file"}, {"[io.file]::move", Move, 1, "moves a file"}, {"[io.directory]::move", Move, 1, "moves a folder"}, {"[io.file]::replace", Write, 2, "replaces a file"},
	{"[io.file]::", Write, 1, "writes a file"}, {"[io.directory]::create", Write, 1, "makes a folder"}, {"[io.directory]::setcurrent", Chdir, 1, ""}, {"[io.directory]::", "", 0, ""}, {"[io.path]::", "", 0, ""}, {"[io.driveinfo]::", "", 0, ""},
	{"[io.compression.zipfile]::extracttodirectory", Write, 2, "unpacks an archive"}, {"[io.compression.zipfile]::createfromdirectory", Write, 2, "packs an archive"},
	{"[microsoft.visualbasic.fileio.filesystem]::deletedirectory", DeleteTree, 1, "deletes a folder"}, {"[microsoft.visualbasic.fileio.filesystem]::deletefile", Delete, 1, "deletes a file"},
	{"[diagnostics.process]::start", Exec, 1, "starts a program"}, {"[diagnostics.process]::get", "", 0, ""}, {"[process]::start", Exec, 1, "starts a program"},
	{"[environment]::setenvironmentvariable", Unread, 1, "changes what later commands run"}, {"[environment]::getenvironmentvariables", Env, 0, "reads the whole environment"}, {"[environment]::getenvironmentvariable", Env, 1, ""}, {"[environment]::exit", "", 0, ""}, {"[environment]::", "", 0, ""},
	{"[math]::", "", 0, ""}, {"[string]::", "", 0, ""}, {"[datetime]::", "", 0, ""}, {"[datetimeoffset]::", "", 0, ""}, {"[timespan]::", "", 0, ""}, {"[guid]::", "", 0, ""}, {"[regex]::compile", Unread, 0, "compiles code into a file"}, {"[text.regularexpressions.regex]::compile", Unread, 0, "compiles code into a file"}, {"[regex]::", "", 0, ""}, {"[text.regularexpressions.regex]::", "", 0, ""}, {"[convert]::", "", 0, ""}, {"[bitconverter]::", "", 0, ""}, {"[int]::", "", 0, ""}, {"[double]::", "", 0, ""}, {"[char]::", "", 0, ""}, {"[array]::", "", 0, ""}, {"[version]::", "", 0, ""}, {"[uri]::", "", 0, ""}, {"[enum]::", "", 0, ""}, {"[bool]::", "", 0, ""}, {"[long]::", "", 0, ""}, {"[decimal]::", "", 0, ""},
	{"[text.encoding]::", "", 0, ""}, {"[text.utf8encoding]::", "", 0, ""}, {"[text.unicodeencoding]::", "", 0, ""}, {"[text.asciiencoding]::", "", 0, ""}, {"[text.stringbuilder]::", "", 0, ""}, {"[xml]::new", "", 0, ""}, {"[xml.xmldocument]::new", "", 0, ""}, {"[xml.xmlnamespacemanager]::new", "", 0, ""}, {"[pscustomobject]::", "", 0, ""}, {"[stringcomparer]::", "", 0, ""}, {"[text.json.jsonserializer]::", "", 0, ""}, {"[console]::", "", 0, ""}, {"[threading.thread]::sleep", "", 0, ""}, {"[globalization.", "", 0, ""}, {"[runtime.interopservices.runtimeinformation]::", "", 0, ""}, {"[web.httputility]::", "", 0, ""}, {"[net.webutility]::", "", 0, ""}, {"[security.cryptography.", "", 0, ""}, {"[security.principal.windowsidentity]::getcurrent", "", 0, ""}, {"[collections.", "", 0, ""}, {"[linq.enumerable]::", "", 0, ""}, {"[diagnostics.stopwatch]::", "", 0, ""}, {"[appdomain]::", Unread, 0, "reaches into the runtime"},
	{"[net.dns]::", Fetch, 1, "asks the network"}, {"[net.webrequest]::create", Fetch, 1, "fetches from the network"}, {"[net.servicepointmanager]::", "", 0, ""},
	{"[microsoft.win32.registry]::", Registry, 1, "changes the registry"},
	{"[scriptblock]::create", Exec, 1, "runs a text as code"}, {"[management.automation.scriptblock]::create", Exec, 1, "runs a text as code"}, {"[powershell]::create", Exec, 0, "runs code"},
	{"[reflection.assembly]::load", Exec, 1, "loads code"}, {"[runtime.interopservices.marshal]::", Unread, 0, "reaches into memory"}, {"[activator]::", Unread, 0, "makes an object that can run code"}, {"[wmiclass]", Unread, 0, "calls into the system"},

	{".downloadfile", Fetch, 1, "fetches from the network"}, {".download", Fetch, 1, "fetches from the network"}, {".openread", Fetch, 1, "fetches from the network"}, {".upload", Send, 1, "sends to the network"}, {".getstringasync", Fetch, 1, "fetches from the network"}, {".getasync", Fetch, 1, "fetches from the network"}, {".getbytearrayasync", Fetch, 1, "fetches from the network"}, {".postasync", Send, 1, "sends to the network"}, {".putasync", Send, 1, "sends to the network"}, {".send", Send, 0, "sends to the network"},
	{".delete", DeleteTree, 0, "deletes what the variable holds"}, {".remove(", "", 0, ""}, {".kill", Signal, 0, "ends a process"}, {".terminate", Signal, 0, "ends a process"}, {".stop", System, 0, "stops a service"}, {".shutdown", System, 0, "shuts down"}, {".win32shutdown", System, 0, "shuts down"}, {".moveto", Move, 1, "moves a file"}, {".copyto", Write, 1, "copies a file"}, {".write", Write, 0, "writes a file"}, {".savetofile", Write, 1, "writes a file"}, {".save", Write, 1, "writes a file"}, {".extracttofile", Write, 2, "unpacks a file"},
}

// pureMethods are methods of values that only compute.
const pureMethods = ".tostring .trim .trimstart .trimend .split .replace .substring .tolower .toupper .tolowerinvariant .toupperinvariant .startswith .endswith .contains .containskey .containsvalue .indexof .lastindexof .gettype .equals .compareto .padleft .padright .insert .remove .removeat .add .addrange .clear .count .foreach .where .toarray .getenumerator .adddays .addhours .addminutes .addseconds .addmonths .addyears .subtract .tounixtimeseconds .touniversaltime .tolocaltime .tostring .getstring .getbytes .getchars .match .matches .ismatch .readtoend .readline .readlines .close .dispose .getfiles .getdirectories .enumeratefiles .getvalue .hashcode .gethashcode .normalize .tochararray .reverse .sort .join .first .last .sum .min .max .getlength .getupperbound .keys .values .push .pop .peek .enqueue .dequeue .append .appendline .parse .tryparse .format .selectsingle .selectnodes .getattribute .getelementsbytagname .refresh .getproperty .getproperties .getcurrent .isinrole .computehash .getnetworkcredential .get_item .item .clone .copy .union .intersect .except .exists .find .findall .findindex .createelement .createattribute .createtextnode .createcomment .appendchild .prependchild .insertbefore .insertafter .removechild .removeattribute .setattribute .hasattribute .addnamespace .importnode .getnamespaceofprefix .toint32 .todouble .ticks"

// method judges a .NET call.
func (c command) method(name string) []Effect {
	low := strings.ReplaceAll(strings.ToLower(name), "[system.", "[")
	if wordlist.Has(pureMethods, low) {
		return nil
	}
	for _, m := range methods {
		if !strings.HasPrefix(low, m.prefix) {
			continue
		}
		if m.kind == "" {
			return nil
		}
		e := Effect{Kind: m.kind, Say: m.say}
		if m.arg > 0 && m.arg < len(c.Argv) {
			e.Target = c.Argv[m.arg]
		}
		out := []Effect{e}
		if (m.kind == Exec) && len(c.Argv) > 1 && c.Argv[1].Downloaded {
			out[0].Kind = FetchRun
		}
		if m.prefix == ".downloadfile" && len(c.Argv) > 2 {
			out = append(out, Effect{Kind: Write, Target: c.Argv[2], Say: "writes what it fetched"})
		}
		return out
	}
	return []Effect{{Kind: Unread, Target: winshell.Arg{Text: name, Known: true}, Say: "method not known"}}
}
