"""The processes of a job as KubeDL starts them: python -m mars.deploy.kubernetes.scheduler, web and worker. Each becomes the mars binary, which takes
their arguments and reads the environment that KubeDL sets (MARS_CLUSTER_DETAIL, MARS_BIND_PORT, MARS_CPU_TOTAL and others)."""
