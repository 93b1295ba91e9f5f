package reach

import (
	"github.com/sentinelgate/sentinel/internal/code/do"
	"github.com/sentinelgate/sentinel/internal/code/report"
	"github.com/sentinelgate/sentinel/internal/code/rows"
	"github.com/sentinelgate/sentinel/internal/code/walk"
)

// Python is what Python code reaches through libraries.
func Python() []rows.Row {
	return []rows.Row{
		{"bz2.BZ2File gzip.GzipFile lzma.LZMAFile wave.open aifc.open sunau.open h5py.File netCDF4.Dataset", report.Read, do.Open, "filename|name|f|0 mode|1", ""},
		{"io.open_code", report.Read, nil, "0", ""},
		{"dbm.open dbm.dumb.open dbm.gnu.open dbm.ndbm.open dbm.sqlite3.open", report.Write, flagged, "file|0", "r"},
		{"readline.write_history_file readline.append_history_file", report.Write, nil, "?0", ""},
		{"py_compile.compile", report.Write, Elsewhere, "", ""},
		{"zipapp.create_archive", report.Write, nil, "target|1", ""},
		{"mailbox.mbox mailbox.Maildir mailbox.MH mailbox.Babyl mailbox.MMDF", report.Append, nil, "path|0", ""},
		{"venv.create venv.EnvBuilder().create", report.Write, nil, "env_dir|0", ""},
		{"setuptools.archive_util.unpack_archive setuptools.archive_util.unpack_zipfile setuptools.archive_util.unpack_tarfile", report.Write, nil, "extract_dir|1", ""},
		{"tempfile._rmtree", report.DeleteTree, nil, "0", ""},
		{"*.write *.savemat *.dump_stats *.svg2png *.svg2pdf *.Canvas *.save *.save_all *.write_csv *.write_parquet *.write_json *.write_ndjson *.write_excel *.write_ipc *.write_avro *.write_delta " +
			"*.write_table *.write_feather *.write_html *.write_image *.write_pdf *.write_file *.to_feather *.to_hdf *.to_html *.to_latex *.to_markdown *.to_stata " +
			"*.to_xml *.to_orc *.to_netcdf *.to_file *.to_disk *.to_string *.dump *.create_archive *.imwrite *.imsave *.tofile " +
			"*.unpack_archive *.unpack *.extract_all *.save_pretrained *.export *.output_file", report.Write, Elsewhere, "", ""},
		{"*.remove *.rm *.rm_file *.removetree *.remove_tree *.removedir *.delete_file *.del_file *.rmtree_p *.remove_p", report.DeleteTree, Elsewhere, "", ""},
		{"*.delete *.destroy *.purge *.delete_user *.delete_repo", report.DeleteTree, remote, "", ""},
		{"*.kill *.terminate *.send_signal", report.Quiet, ends, "", ""},
		{"*.delete_namespace *.delete_namespaced_deployment *.delete_namespaced_pod *.delete_namespaced_service *.delete_namespaced_secret " +
			"*.delete_collection_namespaced_pod *.delete_node *.delete_persistent_volume *.delete_container *.delete_blob *.delete_blobs *.delete_bucket " +
			"*.delete_topics *.delete_table *.delete_index *.delete_database *.delete_consumer_groups *.delete_records *.delete_queue *.delete_stack *.delete_cluster",
			report.Unread, walk.Hide, "", "a client that deletes on a server"},
		{"numpy.load", report.Read, arrays, "file|0", ""},
		{"pygit2.Repository().reset", report.Exec, git, "", "hard"},
		{"dulwich.porcelain.reset dulwich.porcelain.push dulwich.porcelain.clean", report.Exec, git, "", "git"},
		{"plumbum.cmd.[] plumbum.local().[]", report.Exec, bound, "", ""},
		{"delegator.run delegator.chain envoy.run envoy.connect sarge.run sarge.capture_stdout sarge.capture_both sarge.get_stdout " +
			"salt.modules.cmdmod.run salt.modules.cmdmod.shell command.run easyprocess.EasyProcess", report.Exec, do.Shell, "0", ""},
		{"pyautogui.write pyautogui.typewrite pyautogui.press pyautogui.hotkey keyboard.write pynput.keyboard.Controller", report.Unread, walk.Hide, "", "it types into other programs"},
		{"pyperclip.paste browser_cookie3.** rookiepy.** pycookiecheat.**", report.Unread, walk.Hide, "", "the store of passwords"},
		{"crontab.CronTab", report.Unread, walk.Hide, "", "what runs later"},
		{"pkgutil.resolve_name pydoc.locate pydoc.safeimport django.utils.module_loading.import_string werkzeug.utils.import_string", report.Through, named, "name|path|0", ""},
		{"zipimport.zipimporter().load_module zipimport.zipimporter().exec_module", report.Unread, walk.Hide, "", "code in an archive"},
		{"logging.config.fileConfig", report.Unread, walk.Hide, "", "a file of settings that can name any function"},
		{"eval exec", report.Eval, Eval, "0", ""},
		{"platform.*", report.Quiet, do.Pure, "", ""},
		{"sys.executable", report.Quiet, interpreter, "", "="},
		{"sqlite3.connect", report.Read, connected, "database|0", ""},
		{"sqlite3.memory().execute sqlite3.memory().executescript sqlite3.memory().executemany sqlite3.memory().cursor().execute " +
			"sqlite3.memory().cursor().executescript sqlite3.memory().cursor().executemany", report.Quiet, inMemory, "0", ""},
	}
}

// Javascript is what JavaScript code reaches through libraries.
func Javascript() []rows.Row {
	return []rows.Row{
		{"v8.writeHeapSnapshot", report.Write, nil, "?0", ""},
		{"write-file-atomic write-file-atomic.sync fs-jetpack.write fs-jetpack.file jsonfile.writeFile jsonfile.writeFileSync write-json-file " +
			"write-json-file.writeJsonFile write-pkg write-yaml-file", report.Write, nil, "0", ""},
		{"fs-jetpack.append", report.Append, nil, "0", ""},
		{"fs-jetpack.remove", report.DeleteTree, nil, "?0", ""},
		{"fs-jetpack.move fs-jetpack.rename", report.Move, nil, "0 1", ""},
		{"fs-jetpack.copy", report.Copy, nil, "0 1", ""},
		{"*.screenshot *.pdf *.writeXLSX unzipper.Extract xlsx.writeFile exceljs.Workbook().xlsx.writeFile " +
			"*.extractAllTo *.extractAllToAsync *.extractEntryTo *.toFile tar.x tar.extract tar.c tar.create tar.r tar.update module:tar.x module:tar.extract " +
			"module:tar.c module:tar.create esbuild.build esbuild.buildSync extract-zip module:decompress", report.Write, Elsewhere, "", ""},
		{"isomorphic-git.push", report.Exec, git, "", "git"},
		{"simple-git().reset simple-git().push simple-git().clean simple-git().raw simple-git().rebase simple-git().checkout " +
			"simple-git.simpleGit().reset simple-git.simpleGit().push simple-git.simpleGit().clean simple-git.simpleGit().raw " +
			"simple-git.default().reset simple-git.default().push", report.Exec, git, "", ""},
		{"dockerode", report.Unread, walk.Hide, "", "a client of containers"},
		{"*.dropDatabase *.dropTable *.dropTableIfExists *.dropCollection *.dropSchema *.dropAllTables", report.DB, nil, "", ""},
		{"ssh2.Client().exec ssh2.Client().shell node-ssh.NodeSSH().execCommand", report.Send, nil, "?0", ""},
		{"keytar.** clipboardy.read clipboardy.readSync clipboardy.default.read clipboardy.default.readSync", report.Unread, walk.Hide, "", "the store of passwords"},
		{"concurrently concurrently.concurrently", report.Exec, several, "0", ""},
		{"npm-run-all", report.Exec, scripts, "0", ""},
	}
}
