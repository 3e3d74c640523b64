package yarn

// A Service is a Yarnfile, and what the resource manager answers. The names are those of
// org.apache.hadoop.yarn.service.api.records.
type Service struct {
	Name          string         `json:"name,omitempty"`
	ID            string         `json:"id,omitempty"` // of the application, once it runs
	Version       string         `json:"version,omitempty"`
	Description   string         `json:"description,omitempty"`
	State         string         `json:"state,omitempty"`
	Queue         string         `json:"queue,omitempty"`
	Lifetime      int64          `json:"lifetime,omitempty"` // seconds; -1: for ever
	Configuration *Configuration `json:"configuration,omitempty"`
	Components    []Component    `json:"components,omitempty"`
}

// A Component is a role: so many containers of one kind.
type Component struct {
	Name               string         `json:"name,omitempty"`
	State              string         `json:"state,omitempty"`
	Dependencies       []string       `json:"dependencies,omitempty"` // that are ready before it begins
	Artifact           *Artifact      `json:"artifact,omitempty"`
	LaunchCommand      string         `json:"launch_command,omitempty"`
	NumberOfContainers *int           `json:"number_of_containers,omitempty"`
	RestartPolicy      string         `json:"restart_policy,omitempty"`
	Resource           *Resource      `json:"resource,omitempty"`
	ReadinessCheck     *Check         `json:"readiness_check,omitempty"`
	Configuration      *Configuration `json:"configuration,omitempty"`
	Containers         []Container    `json:"containers,omitempty"`
}

// An Artifact is what a container is made of.
type Artifact struct {
	ID   string `json:"id"`
	Type string `json:"type"` // TARBALL
}

// A Resource is what a container gets.
type Resource struct {
	CPUs   int    `json:"cpus"`
	Memory string `json:"memory"` // MiB
}

// A Check says when a container is ready.
type Check struct {
	Type       string            `json:"type"` // HTTP
	Properties map[string]string `json:"properties"`
}

// A Configuration is what containers are told.
type Configuration struct {
	Properties map[string]string `json:"properties,omitempty"` // of the service's master
	Env        map[string]string `json:"env,omitempty"`
}

// A Container runs, or is about to.
type Container struct {
	ID       string `json:"id,omitempty"`
	Instance string `json:"component_instance_name,omitempty"`
	State    string `json:"state,omitempty"` // READY when its check says so
	Host     string `json:"hostname,omitempty"`
	IP       string `json:"ip,omitempty"`
}

// component is one of a service; nil: it has none of the name.
func (s *Service) component(name string) *Component {
	for i := range s.Components {
		if s.Components[i].Name == name {
			return &s.Components[i]
		}
	}
	return nil
}

// Ready is how many containers of a component are ready, and how many there should be.
func (s *Service) Ready(component string) (ready, want int) {
	c := s.component(component)
	if c == nil {
		return 0, 0
	}
	for i := range c.Containers {
		if c.Containers[i].State == "READY" {
			ready++
		}
	}
	if c.NumberOfContainers != nil {
		want = *c.NumberOfContainers
	}
	return ready, want
}
