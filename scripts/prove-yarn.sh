#!/usr/bin/env bash
# prove-yarn.sh: docs/yarn.md against Hadoop's own ResourceManager, NodeManager and ZooKeeper, which run on this machine's loopback: a cluster starts, a
# program computes on it, it grows and shrinks, a worker that is killed comes back, and it stops. Needs java (8 to 17) and mvn, which brings the jars
# (once, 95 MB). What it starts it ends.
. "$(dirname "$0")/env.sh"
hadoop=3.4.2 jars=$PWD/.cache/yarn/$hadoop
for tool in java mvn curl; do
	command -v $tool >/dev/null || { echo "prove-yarn.sh needs $tool" >&2 && exit 1; }
done
work=$(mktemp -d "${TMPDIR:-/tmp}/mars-yarn.XXXXXX")
pids=()
end() {
	local code=$?
	"${MARS_BIN:-bin/mars}" yarn stop mars-a --rm http://127.0.0.1:18088 --user root >/dev/null 2>&1 || true # it may never have been
	[ ${#pids[@]} = 0 ] || { kill "${pids[@]}" || true; wait "${pids[@]}" || true; } 2>/dev/null
	if [ $code != 0 ]; then
		tail -n 20 "$work"/*.log "$work"/logs/*/*/std*.txt "$work"/logs/*/*/serviceam-err.txt 2>/dev/null || true
	fi
	rm -rf "$work"
	exit $code
}
trap end EXIT

# The jars, by Maven's ordinary client.
if [ ! -f "$jars/done" ]; then
	mkdir -p "$jars"
	{
		echo '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>mars</groupId><artifactId>yarn</artifactId><version>1</version><dependencies>'
		for a in hadoop-common hadoop-hdfs-client hadoop-yarn-server-resourcemanager hadoop-yarn-server-nodemanager hadoop-yarn-server-timelineservice \
			hadoop-yarn-services-core hadoop-yarn-services-api; do
			echo "<dependency><groupId>org.apache.hadoop</groupId><artifactId>$a</artifactId><version>$hadoop</version></dependency>"
		done
		echo '</dependencies></project>'
	} >"$jars/pom.xml"
	mvn -q -B -f "$jars/pom.xml" dependency:copy-dependencies -DincludeScope=runtime -DoutputDirectory="$jars/lib"
	touch "$jars/done"
fi
mkdir -p "$work/conf" "$work/jars" # YARN gets copies: it cleans up after its services
cp "$jars"/lib/*.jar "$work/jars/"
tar cf - -C "$work/jars" . | gzip -1 >"$work/framework.tar.gz"

site() { # FILE NAME=VALUE...: a configuration
	local file=$1 p
	shift
	{
		echo '<configuration>'
		for p in "$@"; do echo "<property><name>${p%%=*}</name><value>${p#*=}</value></property>"; done
		echo '</configuration>'
	} >"$work/conf/$file"
}
site core-site.xml fs.defaultFS=file:/// "hadoop.tmp.dir=$work/tmp" hadoop.http.authentication.simple.anonymous.allowed=true
site capacity-scheduler.xml yarn.scheduler.capacity.root.queues=default yarn.scheduler.capacity.root.default.capacity=100 \
	yarn.scheduler.capacity.maximum-am-resource-percent=0.5
y=yarn.nodemanager
site yarn-site.xml yarn.resourcemanager.hostname=127.0.0.1 yarn.resourcemanager.webapp.address=127.0.0.1:18088 yarn.webapp.api-service.enable=true \
	yarn.resourcemanager.scheduler.class=org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler \
	$y.hostname=127.0.0.1 $y.local-dirs="$work/local" $y.log-dirs="$work/logs" $y.resource.memory-mb=6144 $y.resource.cpu-vcores=8 \
	$y.vmem-check-enabled=false $y.disk-health-checker.max-disk-utilization-per-disk-percentage=99.5 $y.localizer.address=127.0.0.1:18040 \
	$y.webapp.address=127.0.0.1:18042 $y.sleep-delay-before-sigkill.ms=15000 yarn.scheduler.minimum-allocation-mb=128 \
	yarn.service.am-resource.memory=512 "yarn.service.am.java.opts=-Xmx400m --add-opens=java.base/java.lang=ALL-UNNAMED" \
	yarn.service.base.path="$work/services" yarn.service.framework.path="$work/framework.tar.gz" hadoop.registry.zk.quorum=127.0.0.1:12181
cat >"$work/conf/log4j.properties" <<'LOG'
log4j.rootLogger=WARN,console
log4j.appender.console=org.apache.log4j.ConsoleAppender
log4j.appender.console.target=System.err
log4j.appender.console.layout=org.apache.log4j.PatternLayout
log4j.appender.console.layout.ConversionPattern=%d %p %c{1}: %m%n
LOG
run() { # NAME CLASS ARGS...
	local name=$1
	shift
	HADOOP_CONF_DIR=$work/conf java -Xmx512m --add-opens=java.base/java.lang=ALL-UNNAMED --add-opens=java.base/java.util=ALL-UNNAMED \
		-cp "$work/conf:$work/jars/*" "$@" >"$work/$name.log" 2>&1 &
	pids+=($!)
}
until_true() { # SECONDS WHAT COMMAND...
	local n=$1 what=$2
	shift 2
	for ((; n > 0; n--)); do
		"$@" >/dev/null 2>&1 && return
		sleep 1
	done
	echo "it never came to this: $what" >&2
	exit 1
}
rm=http://127.0.0.1:18088
run zookeeper org.apache.zookeeper.server.ZooKeeperServerMain 12181 "$work/zk"
run resourcemanager org.apache.hadoop.yarn.server.resourcemanager.ResourceManager
run nodemanager org.apache.hadoop.yarn.server.nodemanager.NodeManager
until_true 180 "the resource manager has a node" sh -c "curl -sf $rm/ws/v1/cluster/nodes | grep -q RUNNING"

$GO build -o bin/mars ./cmd/mars
export MARS_BIN=${MARS_BIN:-$PWD/bin/mars}
tar czf "$work/mars.tgz" -C "$(dirname "$MARS_BIN")" mars
PROOF=$work PYTHONPATH=python "$(scripts/venv.sh python)" python/tests/prove_yarn.py "$rm" "$work/mars.tgz"
