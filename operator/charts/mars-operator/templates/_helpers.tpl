{{- /* Files are generated for the namespace mars-system: here they are for that of the release. */ -}}
{{- define "mars.file" -}}
{{ index . 0 | replace "namespace: mars-system" (printf "namespace: %s" (index . 1)) }}
{{- end -}}

{{- define "mars.labels" -}}
app.kubernetes.io/name: mars-operator
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end -}}
