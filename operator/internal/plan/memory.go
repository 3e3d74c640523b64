package plan

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
)

// sharedCache is the volume of memory at plasmaStore.
const sharedCache = "mars-shared-cache"

// tune sets what the memory policy of workers asks for.
func tune(p *api.MemoryTuningPolicy, s *corev1.PodSpec, c *corev1.Container) {
	if len(p.SpillDirs) > 0 {
		spill(p.SpillDirs, s, c)
	}
	total := limit(c, corev1.ResourceMemory)
	cache := int64(0) // bytes; 0 is not known
	switch {
	case p.WorkerCacheSize != nil && p.WorkerCacheSize.Value() > 0:
		cache = p.WorkerCacheSize.Value()
		set(c, "MARS_CACHE_MEM_SIZE", strconv.FormatInt(cache, 10))
	case p.WorkerCachePercentage != nil && *p.WorkerCachePercentage > 0 && total > 0:
		n := int64(min(*p.WorkerCachePercentage, 100))
		cache = total / 100 * n
		set(c, "MARS_CACHE_MEM_SIZE", fmt.Sprintf("%d%%", n))
	}
	plasma := "/dev/shm"
	if p.PlasmaStore != nil && *p.PlasmaStore != "" {
		plasma = *p.PlasmaStore
		shared(plasma, cache, s, c)
		if total > cache && cache > 0 { // what the volume may hold counts for the container
			set(c, "MARS_MEMORY_TOTAL", strconv.FormatInt(total-cache, 10))
		}
	}
	set(c, "MARS_PLASMA_DIRS", plasma)
	free := "0"
	if p.LockFreeFileIO != nil && *p.LockFreeFileIO {
		free = "1"
	}
	set(c, "MARS_LOCK_FREE_FILEIO", free)
}

// spill mounts a volume at each folder at which the template mounts none.
func spill(dirs []string, s *corev1.PodSpec, c *corev1.Container) {
	var size *resource.Quantity
	if q, ok := c.Resources.Requests[corev1.ResourceEphemeralStorage]; ok {
		size = resource.NewQuantity(q.Value()/int64(len(dirs)), resource.BinarySI)
	}
	for i, d := range dirs {
		if mounted(c, d) {
			continue
		}
		volume(s, corev1.Volume{
			Name:         fmt.Sprintf("mars-empty-dir-%d", i),
			VolumeSource: corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{SizeLimit: size}},
		})
		c.VolumeMounts = append(c.VolumeMounts,
			corev1.VolumeMount{Name: fmt.Sprintf("mars-empty-dir-%d", i), MountPath: d})
	}
	set(c, "MARS_SPILL_DIRS", strings.Join(dirs, ":"))
	if s.SecurityContext == nil {
		s.SecurityContext = &corev1.PodSecurityContext{}
	}
	if s.SecurityContext.FSGroup == nil {
		n := int64(user)
		s.SecurityContext.FSGroup = &n
	}
}

// shared mounts a volume of memory.
func shared(at string, size int64, s *corev1.PodSpec, c *corev1.Container) {
	v := &corev1.EmptyDirVolumeSource{Medium: corev1.StorageMediumMemory}
	if size > 0 {
		v.SizeLimit = resource.NewQuantity(size, resource.BinarySI)
	}
	volume(s, corev1.Volume{Name: sharedCache, VolumeSource: corev1.VolumeSource{EmptyDir: v}})
	if !mounted(c, at) {
		c.VolumeMounts = append(c.VolumeMounts, corev1.VolumeMount{Name: sharedCache, MountPath: at})
	}
}

// volume puts a volume where one of its name is, or at the end.
func volume(s *corev1.PodSpec, v corev1.Volume) {
	i := slices.IndexFunc(s.Volumes, func(x corev1.Volume) bool { return x.Name == v.Name })
	if i < 0 {
		s.Volumes = append(s.Volumes, v)
		return
	}
	s.Volumes[i] = v
}

func mounted(c *corev1.Container, at string) bool {
	return slices.ContainsFunc(c.VolumeMounts,
		func(m corev1.VolumeMount) bool { return path.Clean(m.MountPath) == path.Clean(at) })
}
