package nosql

import (
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel/internal/sqltext"
)

func TestRedis(t *testing.T) {
	for src, want := range map[string]sqltext.Class{
		"ping": sqltext.Read, "PING": sqltext.Read, "dbsize": sqltext.Read, "GET k": sqltext.Read, "keys *": sqltext.Read, "info server": sqltext.Read, "config get maxmemory": sqltext.Read, "client list": sqltext.Read, "SET k v": sqltext.Change, "DEL k": sqltext.Change, "HSET h a b": sqltext.Change,
		"FLUSHALL": sqltext.Destroy, "flushdb async": sqltext.Destroy, "SHUTDOWN nosave": sqltext.Destroy, "script flush": sqltext.Destroy, "debug segfault": sqltext.Destroy, "config set dir /x/.ssh": sqltext.File, "config set dbfilename x": sqltext.File, "CONFIG SET maxmemory 1": sqltext.Grant, "replicaof h 1": sqltext.Grant,
		"eval return 0": sqltext.Exec, "module load /x.so": sqltext.Exec, "script load x": sqltext.Exec, "save": sqltext.File, "migrate h 1": sqltext.File, "acl setuser x": sqltext.Grant, "config get requirepass": sqltext.Secret, "config get *": sqltext.Secret, "acl list": sqltext.Secret, "": sqltext.Unread, "nosuch": sqltext.Unread, "cluster reset": sqltext.Destroy, "cluster info": sqltext.Read, "swapdb 0 1": sqltext.Destroy,
	} {
		if got := Redis(strings.Fields(src)); got != want {
			t.Errorf("%q: %v, want %v", src, got, want)
		}
	}
	if got := RedisText("ping\n# flushall\n\n5 flushall\nnosuch"); len(got) != 3 || got[0].Class != sqltext.Read || got[1].Class != sqltext.Destroy || got[2].Class != sqltext.Unread {
		t.Errorf("text: %+v", got)
	}
}

func TestMongo(t *testing.T) {
	for src, want := range map[string]sqltext.Class{
		`db.users.countDocuments()`: sqltext.Read, `db.users.find({a: 1}).limit(5).toArray()`: sqltext.Read, `db.getCollectionNames()`: sqltext.Read, `show dbs`: sqltext.Read, `db.stats()`: sqltext.Read, `printjson(db.t.findOne({x: "dropDatabase()"}))`: sqltext.Read, `// db.dropDatabase()` + "\ndb.t.count()": sqltext.Read,
		`db.t.find({name: /drop\(/})`: sqltext.Read, `db.t.aggregate([{$match: {a: 1}}])`: sqltext.Read, `db.runCommand({ping: 1})`: sqltext.Read,
		`db.dropDatabase()`: sqltext.Destroy, `db.users.drop()`: sqltext.Destroy, `db.t.deleteMany({})`: sqltext.Destroy, `db.t.remove({})`: sqltext.Destroy, `db.t.remove()`: sqltext.Destroy, `db["t"].drop()`: sqltext.Destroy, `db.t["drop"]()`: sqltext.Destroy, `db.getCollection("t").drop()`: sqltext.Destroy, `db.t.updateMany({}, {$set: {a: 1}})`: sqltext.Destroy, `db.runCommand({dropDatabase: 1})`: sqltext.Destroy, `use x; db.dropDatabase()`: sqltext.Destroy, `db . dropDatabase ()`: sqltext.Destroy,
		`db.t.deleteMany({a: 1})`: sqltext.Change, `db.t.insertOne({a: 1})`: sqltext.Change, `db.t.deleteOne({a: 1})`: sqltext.Change, `db.t.aggregate([{$out: "x"}])`: sqltext.Change,
		`require("child_process").execSync("git push -f")`: sqltext.Exec, `load("x.js")`: sqltext.Exec, `eval("x")`: sqltext.Exec, `process.exit(1)`: sqltext.Exec, `db.createUser({user: "x"})`: sqltext.Grant, `fs.writeFileSync("x","y")`: sqltext.File,
		`db.t[x]()`: sqltext.Unread, `db.frobnicate()`: sqltext.Unread, "db.t.find(`${x}`)": sqltext.Unread, `db["\x64ropDatabase"]()`: sqltext.Unread, `db.runCommand(x.y)`: sqltext.Unread, `db.t.find().forEach(db.t.drop)`: sqltext.Unread, "db.dropDatabase``": sqltext.Unread, `"x`: sqltext.Unread,
	} {
		if got := sqltext.Worst(Mongo(src)); got != want {
			t.Errorf("%q: %v, want %v (%+v)", src, got, want, Mongo(src))
		}
	}
}

func FuzzMongo(f *testing.F) {
	f.Add("db['t'].find({a:/x[/]/}).forEach(x=>print(`a`)) // y")
	f.Fuzz(func(t *testing.T, src string) {
		for _, s := range append(Mongo(src), RedisText(src)...) {
			if s.Start < 0 || s.End < s.Start || s.End > len(src) {
				t.Fatalf("%q: bad statement %+v", src, s)
			}
		}
	})
}
