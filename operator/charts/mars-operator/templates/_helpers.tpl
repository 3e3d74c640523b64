{{- /* Files are generated for the namespaces mars-system and mars-jobs: here they are for those of the release. */ -}}
{{- define "mars.file" -}}
{{- $top := index . 1 -}}
{{- $text := index . 0 | replace "namespace: mars-system" (printf "namespace: %s" $top.Release.Namespace) -}}
{{ $text | replace "namespace: mars-jobs" (printf "namespace: %s" $top.Values.watchNamespace) }}
{{- end -}}

{{- define "mars.labels" -}}
app.kubernetes.io/name: mars-operator
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end -}}
