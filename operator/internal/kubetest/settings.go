package kubetest

// socket is where containerd listens.
const socket = "/run/containerd/containerd.sock"

// containers are the settings of containerd. It says nothing of AppArmor, and lowers nobody's score for the
// killer of the kernel, which needs a capability that root does not have everywhere.
const containers = `version = 3
root = "%[1]s/containerd"
state = "/run/containerd"
disabled_plugins = ["io.containerd.nri.v1.nri"]
[grpc]
  address = "` + socket + `"
[plugins."io.containerd.cri.v1.images".pinned_images]
  sandbox = "` + pause + `"
[plugins."io.containerd.cri.v1.images".registry]
  config_path = "%[1]s/registries"
[plugins."io.containerd.cri.v1.runtime"]
  disable_apparmor = true
  restrict_oom_score_adj = true
  [plugins."io.containerd.cri.v1.runtime".cni]
    bin_dirs = ["` + plugins + `"]
    conf_dir = "%[1]s/cni"
`

const network = `{"cniVersion": "1.0.0", "name": "mars", "plugins": [
 {"type": "bridge", "bridge": "` + bridge + `", "isGateway": true, "hairpinMode": true, "ipam": {
  "type": "host-local", "dataDir": "/run/cni", "routes": [{"dst": "0.0.0.0/0"}],
  "ranges": [[{"subnet": "` + podRange + `", "rangeStart": "10.244.0.10"}]]}},
 {"type": "portmap", "capabilities": {"portMappings": true}}]}
`

// agent are the settings of the kubelet. Everybody may do all, for nobody is in the namespace but the tests;
// cgroups are below ours; cgroups of the first version will do; pods are not evicted for what else this
// machine does.
const agent = `apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
authentication: {anonymous: {enabled: true}, webhook: {enabled: false}}
authorization: {mode: AlwaysAllow}
cgroupDriver: cgroupfs
cgroupRoot: /` + apartName + `
failCgroupV1: false
failSwapOn: false
containerRuntimeEndpoint: unix://` + socket + `
volumePluginDir: %[1]s/volume-plugins
clusterDNS: [` + nodeIP + `]
clusterDomain: cluster.local
resolvConf: ""
evictionHard: {memory.available: 1Mi}
imageGCHighThresholdPercent: 100
nodeStatusUpdateFrequency: 5s
`

const names = `.:53 {
  errors
  ready ` + nodeIP + `:8181
  kubernetes cluster.local {
    kubeconfig %s
    pods insecure
  }
}
`
