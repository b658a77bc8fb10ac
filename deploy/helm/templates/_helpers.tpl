{{- define "outdial.selector" -}}
app.kubernetes.io/name: outdial
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}
{{- define "outdial.labels" -}}
{{ include "outdial.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}
