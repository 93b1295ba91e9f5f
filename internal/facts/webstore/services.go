package webstore

// service is a kind of request that destroys what a service keeps: its methods,
// the port on which the service ordinarily listens, and what stands in the path,
// the rest of the address and the body (lower case, the body without blanks), as
// in the conditions of knowledge files. An empty member holds always.
type service struct {
	method, port, path, query, body, say string
}

const write = "POST PUT PATCH"

// services lists them. Where other things listen on the same port, the path has
// to tell.
var services = []service{
	// search
	{"DELETE", "9200 9201 9243", "/?*", "", "", "deletes from the search engine"},
	{"", "", "*/_delete_by_query", "", "", "deletes from the search engine"},
	{"POST", "9200 9201 9243", "*/_close", "", "", "takes an index of the search engine out of service"},
	{write, "9200 9201 9243", "*/_bulk", "", `*{"delete":*`, "deletes from the search engine"},
	{write, "9200 9201 9243", "*/_rollover|*/_shrink/*|*/_split/*|/_snapshot/*/_restore", "", "", "replaces indexes of the search engine"},
	{"", "", "/solr/*/update*", "", "*<delete>*|*<deletecommit*|*{\"delete\":*|*'delete':*|*\"delete\":*", "deletes from the search engine"},
	{"", "", "/solr/*/update*", "*stream.body=*delete*", "", "deletes from the search engine"},
	{"", "", "/solr/admin/*", "*action=delete*|*action=unload*", "", "deletes from the search engine"},
	{"DELETE", "8983", "/?*", "", "", "deletes from the search engine"},
	{"DELETE", "7700 8108", "/?*", "", "", "deletes from the search engine"},
	{"POST", "", "/indexes/*/documents/delete*", "", "", "deletes from the search engine"},
	// vectors
	{"DELETE", "6333 19530 9091", "/?*", "", "", "deletes from the vector store"},
	{"POST", "", "/collections/*/points/delete|/collections/*/points/payload/clear", "", "", "deletes from the vector store"},
	{"POST", "", "/v?/vectordb/*/drop|/v?/vectordb/*/delete|/v1/vector/collections/drop|/v1/vector/delete", "", "", "deletes from the vector store"},
	{"DELETE", "", "/v1/schema|/v1/schema/*|/v1/batch/objects", "", "", "deletes from the vector store"},
	{"DELETE", "8000", "/api/v?/collections/*|/api/v?/tenants/*", "", "", "deletes from the vector store"},
	{"POST", "", "/api/v?/reset|/api/v?/collections/*/delete|/api/v?/tenants/*/delete", "", "", "deletes from the vector store"},
	// documents, graphs, keys
	{"DELETE", "5984 8529 2480 28017 8091 8092 4985", "/?*", "", "", "deletes from the database"},
	{"POST PUT", "5984", "/*/_purge|/*/_bulk_docs", "", `*"_deleted":true*|*[*`, "deletes from the database"},
	{"PUT", "8529", "*/truncate", "", "", "empties a collection of the database"},
	{"POST", "8091", "*/doflush|*/ejectnode|*/rebalance", "", "", "empties or takes apart the database"},
	{"", "", "/alter", "", `*"drop_all":true*|*"drop_attr"*|*"drop_op"*`, "empties the graph database"},
	{"DELETE", "8000", "/key/*", "", "", "deletes from the database"},
	{"", "", "/flushall|/flushall/*|/flushdb|/flushdb/*|/shutdown|/shutdown.*|*/flushall", "", "", "empties the key-value store"},
	{"", "7379 8079", "/del/*|/unlink/*|/shutdown*|/config/*", "", "", "deletes from the key-value store"},
	{"POST", "7379 8079", "*", "", `*"flushall"*|*"flushdb"*|*["del"*|flushall*|flushdb*|del/*`, "deletes from the key-value store"},
	{"DELETE", "", "/rest/v1/?*", "!*=*", "", "deletes every row of a table"},
	// time series
	{"", "", "*/api/v1/admin/tsdb/delete_series|*/api/v1/admin/tsdb/clean_tombstones|*/prometheus/api/v1/admin/*", "", "", "deletes measurements"},
	{"POST", "", "*/api/v2/delete", "", "", "deletes measurements"},
	{"DELETE", "8086", "/?*", "", "", "deletes measurements"},
	{"POST PUT DELETE", "", "*/loki/api/v1/delete", "", "", "deletes logs"},
	{"DELETE", "9091", "/metrics*", "", "", "deletes measurements"},
	{"PUT POST", "9091", "/api/v1/admin/wipe", "", "", "deletes measurements"},
	{"DELETE", "", "/api/dashboards/uid/*|/api/datasources/?*", "", "", "deletes what the dashboard shows"},
	// settings, secrets, services
	{"DELETE", "2379 4001", "/?*", "", "", "deletes keys that services work by"},
	{"POST", "", "/v3*/kv/deleterange|/v3*/cluster/member/remove|/v3*/maintenance/*", "", "", "deletes keys that services work by"},
	{"POST", "", "/v3*/kv/txn", "", `*"request_delete_range"*|*"requestdeleterange"*`, "deletes keys that services work by"},
	{"DELETE", "8500 8501", "/?*", "", "", "deletes keys that services work by"},
	{"PUT POST", "8500 8501", "/v1/agent/leave|/v1/agent/force-leave/*|/v1/agent/service/deregister/*|/v1/catalog/deregister|/v1/session/destroy/*|/v1/snapshot", "", "", "takes services or keys away"},
	{"DELETE", "8200", "/?*", "", "", "deletes from the store of secrets"},
	{"PUT POST", "8200", "/v1/sys/seal|/v1/sys/step-down|/v1/*/destroy/*|/v1/*/delete/*|/v1/sys/leases/revoke*|/v1/sys/raw/*|/v1/auth/token/revoke*", "", "", "deletes from the store of secrets or closes it"},
	{"DELETE", "4646", "/?*", "", "", "stops what the cluster runs"},
	{"DELETE", "8001 6443 8443 10250 16443", "/api/*|/apis/*|/services/*|/routes/*|/consumers/*|/plugins/*", "", "", "deletes what the cluster or gateway keeps"},
	{"DELETE", "", "/admin/realms/*", "", "", "deletes users or whole realms"},
	// queues
	{"DELETE", "15672 15671 8161", "/?*", "", "", "deletes queues or what stands in them"},
	{"", "8161", "*purge*|*removequeue*|*removetopic*", "", "", "deletes queues or what stands in them"},
	{"POST", "8161", "/api/jolokia*", "", "*purge*|*removequeue*|*removetopic*", "deletes queues or what stands in them"},
	{"DELETE", "8082 8081 8083 8090", "/v3/*|/topics/*|/subjects/*|/connectors/*|/consumers/*|/config/*", "", "", "deletes topics, schemas or connectors"},
	{"DELETE", "", "/v3/clusters/*/topics/*|/subjects/*|/connectors/*", "", "", "deletes topics, schemas or connectors"},
	{"DELETE", "8080", "/admin/v?/persistent/*|/admin/v?/namespaces/*|/admin/v?/tenants/*", "", "", "deletes topics"},
	// files, images, jobs
	{"DELETE", "9000 9002 8333", "!/|/api/*|/v?/*", "", "", "deletes stored objects"},
	{"POST", "9000 9002 8333", "/?*", "delete|delete=*|*&delete", "", "deletes stored objects"},
	{"DELETE PUT", "", "/webhdfs/v1/*", "*op=delete*|*op=truncate*", "", "deletes stored files"},
	{"DELETE", "5000 5001", "/v2/*/manifests/*|/v2/*/blobs/*", "", "", "deletes images of the registry"},
	{"DELETE", "11434", "/api/delete", "", "", "deletes a model"},
	{"DELETE", "", "/api/v?/dags/*", "", "", "deletes jobs and what they did"},
	{"POST", "", "*/dodelete|*/dowipeoutworkspace|*/scripttext|*/script", "", "", "deletes jobs or runs code in the build server"},
}
