package reach

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/code/do"
	"github.com/sentinelgate/sentinel/internal/code/report"
	"github.com/sentinelgate/sentinel/internal/code/rows"
	"github.com/sentinelgate/sentinel/internal/code/value"
	"github.com/sentinelgate/sentinel/internal/code/walk"
)

// JavascriptServers is what JavaScript does through clients of databases and
// clouds, and by opening files as a person would.
func JavascriptServers() []rows.Row {
	return []rows.Row{
		{"module:open module:open.default opn better-opn better-opn.default electron.shell.openPath electron.shell.openExternal", report.Exec, do.Opened, "0", ""},
		{"module:open.openApp module:open.default.openApp", report.Exec, do.Spawn, "0", ""},
		{"bun.sql bun.sql.unsafe bun.SQL() bun.SQL().unsafe bun.SQL().file postgres() postgres().unsafe @vercel/postgres.sql @neondatabase/serverless.neon()", report.DB, do.Sql, "0", "maybe"},
		{"*.run *.all *.each *.unsafe *.prepare *.batch *.values *.$executeRaw *.$queryRaw", report.Unread, asked, "0", "maybe"},
		{"*.deleteBucket *.terminateInstances *.deleteStack *.deleteTable *.deleteDBInstance *.deleteDBCluster *.deleteCluster *.deleteQueue *.deleteHostedZone *.deleteUser *.deleteSecret *.deleteVolume *.deleteSnapshot " +
			"*.deleteFunction *.deleteNamespace *.deleteNamespacedDeployment *.deleteNamespacedPod *.deleteCollectionNamespacedPod *.deleteNode *.deletePersistentVolume", report.Unread, cloud, "", "a client that deletes on a server"},
		{"*.DeleteBucketCommand *.DeleteObjectCommand *.DeleteObjectsCommand *.TerminateInstancesCommand *.DeleteStackCommand *.DeleteTableCommand *.DeleteDBInstanceCommand *.DeleteDBClusterCommand *.DeleteClusterCommand *.DeleteQueueCommand " +
			"*.DeleteHostedZoneCommand *.DeleteUserCommand *.DeleteSecretCommand *.DeleteVolumeCommand *.DeleteSnapshotCommand *.DeleteFunctionCommand", report.Unread, walk.Hide, "", "a client that deletes on a server"},
		{"stripe().refunds.create stripe().charges.create stripe().transfers.create stripe().payouts.create stripe().customers.del stripe().subscriptions.cancel stripe().subscriptions.del", report.Unread, walk.Hide, "", "a client that moves money"},
		{"Bun.build", report.Write, nil, "?outdir", ""},
	}
}

// asked is a method that hands a statement to a database, if the code has a
// client of one; in other code the same names are those of anything.
func asked(c *walk.Call) value.Value {
	if !do.Imports(c, "bun:sqlite sqlite node:sqlite sqlite3 better-sqlite3 libsql @libsql/client pg postgres mysql mysql2 mysql2/promise mariadb duckdb mssql oracledb sql knex sequelize typeorm @prisma/client bun") || c.Arg(0).Form != value.Text {
		return c.Result()
	}
	return do.Sql(c)
}

// cloud is a method of a client of a cloud, if the code has one.
func cloud(c *walk.Call) value.Value {
	for _, m := range c.R.Report.Modules {
		for _, sdk := range [...]string{"@aws-sdk/", "aws-sdk", "@google-cloud/", "@azure/", "@kubernetes/", "@pulumi/", "@alicloud/"} {
			if strings.HasPrefix(m, sdk) {
				return walk.Hide(c)
			}
		}
	}
	return c.Result()
}
