// Package nosql reads commands for databases that do not speak SQL: Redis and
// its relatives, and mongosh scripts. It answers with the classes of package
// sqltext; what is not understood is Unread.
//
// To add a command, put its name in redisTable or mongoTable.
package nosql

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/sqltext"
	"github.com/sentinelgate/sentinel/internal/sqltext/cut"
)

// redisTable sorts the commands of Redis, Valkey and KeyDB. A name with a blank
// is a command with its subcommand; an entry for the command alone is for all
// other subcommands.
var redisTable = [...]struct {
	class sqltext.Class
	names string // separated by commas
}{
	{sqltext.Read, "ping,echo,auth,hello,select,quit,time,dbsize,info,lolwut,command,role,lastsave,keys,scan,type,ttl,pttl,expiretime,pexpiretime,exists,randomkey,dump,object,touch,get,mget,getrange,substr,strlen,getbit,bitcount,bitpos,bitfield_ro,lcs,hget,hmget,hgetall,hkeys,hvals,hlen,hexists,hstrlen,hscan,hrandfield,httl,hpttl,hexpiretime,lrange,llen,lindex,lpos,smembers,scard,sismember,smismember,srandmember,sscan,sinter,sunion,sdiff,sintercard,zrange,zrevrange,zrangebyscore,zrevrangebyscore,zrangebylex,zrevrangebylex,zcard,zcount,zlexcount,zscore,zmscore,zrank,zrevrank,zscan,zrandmember,zinter,zunion,zdiff,zintercard,xrange,xrevrange,xlen,xread,xinfo,xpending,pfcount,geopos,geodist,geohash,georadius_ro,georadiusbymember_ro,geosearch,sort_ro,subscribe,psubscribe,ssubscribe,pubsub,wait,waitaof,monitor,readonly,readwrite,asking,multi,exec,discard,watch,unwatch,help,config get,memory usage,memory stats,memory doctor,memory help,memory malloc-stats,client list,client info,client id,client getname,client setname,client setinfo,client tracking,client caching,client reply,client no-evict,client no-touch,client help,slowlog get,slowlog len,slowlog help,latency latest,latency history,latency doctor,latency graph,latency histogram,acl whoami,acl cat,acl help,acl genpass,acl dryrun,cluster info,cluster nodes,cluster slots,cluster shards,cluster myid,cluster keyslot,cluster countkeysinslot,cluster getkeysinslot,cluster links,cluster replicas,cluster slaves,script exists,script help,module list,module help,function list,function stats,function dump,function help,json.get,json.mget,json.type,json.strlen,json.arrlen,json.objkeys,json.objlen,ft.search,ft.info,ft.aggregate,ft._list,ft.explain,ts.get,ts.range,ts.info,bf.exists,bf.info"},
	{sqltext.Change, "set,setex,psetex,setnx,setrange,mset,msetnx,append,incr,incrby,incrbyfloat,decr,decrby,getset,getex,setbit,bitop,bitfield,hset,hmset,hsetnx,hincrby,hincrbyfloat,hexpire,hpexpire,hpersist,lpush,rpush,lpushx,rpushx,linsert,lset,lmove,blmove,rpoplpush,brpoplpush,sadd,smove,sinterstore,sunionstore,sdiffstore,zadd,zincrby,zrangestore,zinterstore,zunionstore,zdiffstore,xadd,xack,xclaim,xautoclaim,xgroup,xreadgroup,xsetid,pfadd,pfmerge,geoadd,georadius,georadiusbymember,geosearchstore,expire,pexpire,expireat,pexpireat,persist,rename,renamenx,copy,sort,move,publish,spublish,bgrewriteaof,memory purge,slowlog reset,latency reset,config resetstat,client pause,client unpause,client unblock,json.set,json.merge,json.numincrby,json.arrappend,ft.create,ft.alter,ts.add,ts.create,bf.add,bf.reserve,del,unlink,getdel,hdel,hgetdel,lpop,rpop,lmpop,blpop,brpop,blmpop,lrem,ltrim,spop,srem,zpopmin,zpopmax,zmpop,bzpopmin,bzpopmax,bzmpop,zrem,zremrangebyscore,zremrangebyrank,zremrangebylex,xdel,xtrim,json.del,json.forget"},
	{sqltext.Destroy, "flushall,flushdb,shutdown,swapdb,script flush,script kill,function flush,function delete,function kill,function restore,restore,restore-asking,failover,client kill,cluster,ft.dropindex,ft.drop,debug,pfdebug,pfselftest,sentinel"},
	{sqltext.Exec, "eval,evalsha,eval_ro,evalsha_ro,fcall,fcall_ro,script load,script debug,script,module,function load,function"},
	{sqltext.File, "save,bgsave,migrate,sync,psync"},
	{sqltext.Grant, "acl,config,config rewrite,replicaof,slaveof,replconf"},
	{sqltext.Secret, "acl list,acl getuser,acl users,acl log"},
}

// Redis judges one Redis command, given as the words after the client's own
// options. Unknown commands and no command at all (an interactive session, or
// commands on standard input) are sqltext.Unread.
func Redis(words []string) sqltext.Class {
	if len(words) == 0 {
		return sqltext.Unread
	}
	name := strings.ToLower(words[0])
	if len(words) > 1 {
		if class, ok := redisClass(name + " " + strings.ToLower(words[1])); ok {
			return redisExtra(class, name, words)
		}
	}
	class, ok := redisClass(name)
	if !ok {
		return sqltext.Unread
	}
	return redisExtra(class, name, words)
}

func redisClass(name string) (sqltext.Class, bool) {
	for _, e := range redisTable {
		for rest := e.names; rest != ""; {
			one, more, _ := strings.Cut(rest, ",")
			if one == name {
				return e.class, true
			}
			rest = more
		}
	}
	return sqltext.Unread, false
}

// redisExtra looks at arguments that change the class.
func redisExtra(class sqltext.Class, name string, words []string) sqltext.Class {
	switch {
	case name == "config" && len(words) > 2 && strings.EqualFold(words[1], "set"):
		for _, w := range words[2:] {
			switch strings.ToLower(w) {
			case "dir", "dbfilename", "logfile", "aclfile", "appendfilename", "appenddirname", "unixsocket", "tls-cert-file", "tls-key-file", "loadmodule", "enable-module-command":
				return sqltext.File // the server then writes where the setting says
			}
		}
	case name == "config" && len(words) > 2 && strings.EqualFold(words[1], "get"):
		for _, w := range words[2:] {
			if w := strings.ToLower(w); strings.Contains(w, "pass") || strings.Contains(w, "auth") || w == "*" {
				return sqltext.Secret
			}
		}
	case name == "del" || name == "unlink":
		if len(words) > 20 {
			return sqltext.Destroy
		}
	}
	return class
}

// RedisText judges a text of Redis commands, one a line, as redis-cli reads it
// from standard input.
func RedisText(src string) []sqltext.Statement {
	if len(src) > sqltext.MaxSource {
		return []sqltext.Statement{{Verb: "?", Reason: "text too long to read", End: len(src)}}
	}
	var out []sqltext.Statement
	for i := 0; i < len(src); {
		end := cut.LineEnd(src, i)
		line := strings.TrimSpace(src[i:end])
		if line != "" && line[0] != '#' {
			if len(out) >= sqltext.MaxStatements {
				return append(out, sqltext.Statement{Verb: "?", Reason: "too many statements", Start: i, End: len(src)})
			}
			words := redisWords(line)
			s := sqltext.Statement{Verb: "?", Class: Redis(words), Start: i, End: end, Reason: "command not understood"}
			if len(words) > 0 {
				s.Verb = strings.ToUpper(words[0])
				if s.Class != sqltext.Unread {
					s.Reason = ""
				}
				if len(words) > 1 {
					s.Object = words[1]
				}
			}
			out = append(out, s)
		}
		i = end + 1
	}
	return out
}

// redisWords splits a line as redis-cli does; a number in front repeats the
// command. Escapes in quotes are not decoded, which can only make a command
// unknown.
func redisWords(line string) []string {
	var words []string
	for line = strings.TrimSpace(line); line != ""; {
		word, rest := firstWord(line)
		words = append(words, word)
		line = rest
	}
	for len(words) > 1 && strings.Trim(words[0], "0123456789") == "" && words[0] != "" {
		words = words[1:]
	}
	return words
}

// firstWord takes the first word of a line, without its quotes.
func firstWord(line string) (word, rest string) {
	line = strings.TrimSpace(line)
	if q := line[0]; q == '\'' || q == '"' {
		if n := strings.IndexByte(line[1:], q); n >= 0 {
			return line[1 : 1+n], strings.TrimSpace(line[n+2:])
		}
		return line[1:], ""
	}
	if n := strings.IndexAny(line, " \t"); n >= 0 {
		return line[:n], strings.TrimSpace(line[n:])
	}
	return line, ""
}
