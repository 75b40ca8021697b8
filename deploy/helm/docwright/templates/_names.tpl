{{- define "platform.name" -}}
{{ .Release.Name | trunc 48 | trimSuffix "-" }}
{{- end -}}
{{- define "platform.selector" -}}
app.kubernetes.io/name: docwright
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}
{{- define "platform.labels" -}}
{{ include "platform.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}
{{- define "platform.image" -}}
image: "{{ .Values.image.repository }}{{ with .Values.image.digest }}@{{ . }}{{ else }}:{{ .Values.image.tag }}{{ end }}"
imagePullPolicy: {{ .Values.image.pullPolicy }}
{{- end -}}
{{- define "platform.pullSecrets" -}}
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . | quote }}
  {{- end }}
{{- end }}
{{- end -}}
{{- define "platform.environment" -}}
envFrom:
  - secretRef:
      name: {{ .Values.existingSecret | quote }}
env:
  - name: DOCWRIGHT_BASE_URL
    value: {{ .Values.baseUrl | quote }}
  - name: DOCWRIGHT_SANDBOX
    value: {{ .Values.sandbox.mode | quote }}
  - name: DOCWRIGHT_DATA_DIR
    value: /data
  - name: DOCWRIGHT_S3_BUCKET
    value: {{ .Values.s3.bucket | quote }}
  - name: DOCWRIGHT_S3_REGION
    value: {{ .Values.s3.region | quote }}
  {{- with .Values.s3.endpoint }}
  - name: DOCWRIGHT_S3_ENDPOINT
    value: {{ . | quote }}
  {{- end }}
  {{- with .Values.s3.publicEndpoint }}
  - name: DOCWRIGHT_S3_PUBLIC_ENDPOINT
    value: {{ . | quote }}
  {{- end }}
  {{- if .Values.privateHosts.git }}
  - name: DOCWRIGHT_PRIVATE_GIT_HOSTS
    value: {{ join "," .Values.privateHosts.git | quote }}
  {{- end }}
  {{- if .Values.privateHosts.models }}
  - name: DOCWRIGHT_PRIVATE_MODEL_HOSTS
    value: {{ join "," .Values.privateHosts.models | quote }}
  {{- end }}
  {{- if .Values.privateHosts.webhooks }}
  - name: DOCWRIGHT_PRIVATE_WEBHOOK_HOSTS
    value: {{ join "," .Values.privateHosts.webhooks | quote }}
  {{- end }}
  {{- if .Values.privateHosts.signIn }}
  - name: DOCWRIGHT_PRIVATE_SIGN_IN_HOSTS
    value: {{ join "," .Values.privateHosts.signIn | quote }}
  {{- end }}
  {{- if .Values.edge.enabled }}
  - name: DOCWRIGHT_SITES_DOMAIN
    value: {{ .Values.edge.domain | quote }}
  {{- if and .Values.edge.tls.enabled .Values.edge.tls.acmeDirectory }}
  - name: DOCWRIGHT_ACME_DIRECTORY
    value: {{ .Values.edge.tls.acmeDirectory | quote }}
  {{- with .Values.edge.tls.acmeEmail }}
  - name: DOCWRIGHT_ACME_EMAIL
    value: {{ . | quote }}
  {{- end }}
  {{- end }}
  {{- end }}
  {{- range $name, $value := .Values.environment }}
  - name: {{ $name }}
    value: {{ $value | quote }}
  {{- end }}
{{- end -}}
{{- define "platform.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
{{- end -}}
{{- define "platform.rendererSeccomp" -}}
seccompProfile:
  type: {{ .Values.sandbox.seccomp.type }}
  {{- with .Values.sandbox.seccomp.localhostProfile }}
  localhostProfile: {{ . | quote }}
  {{- end }}
{{- end -}}
{{- define "platform.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
{{- end -}}
