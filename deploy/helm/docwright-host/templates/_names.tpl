{{- define "host.name" -}}
{{ .Release.Name | trunc 48 | trimSuffix "-" }}
{{- end -}}
{{- define "host.selector" -}}
app.kubernetes.io/name: docwright-host
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}
{{- define "host.labels" -}}
{{ include "host.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}
