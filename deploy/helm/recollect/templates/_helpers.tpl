{{- define "recollect.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{- define "recollect.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 63 | trimSuffix "-" -}}
{{- else if contains (include "recollect.name" .) .Release.Name -}}
{{- .Release.Name | trunc 63 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name (include "recollect.name" .) | trunc 63 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "recollect.selectorLabels" -}}
app.kubernetes.io/name: {{ include "recollect.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "recollect.labels" -}}
{{ include "recollect.selectorLabels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "recollect.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "recollect.fullname" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{- define "recollect.image" -}}
{{- if .Values.image.digest -}}
{{- printf "%s@%s" .Values.image.repository .Values.image.digest -}}
{{- else -}}
{{- printf "%s:%s" .Values.image.repository (default .Chart.AppVersion .Values.image.tag) -}}
{{- end -}}
{{- end -}}

{{- define "recollect.claimName" -}}
{{- default (printf "%s-data" (include "recollect.fullname" .)) .Values.store.volume.existingClaim -}}
{{- end -}}

{{/* Also the name of the port. */}}
{{- define "recollect.scheme" -}}
{{- if .Values.tls.existingSecret -}}https{{- else -}}http{{- end -}}
{{- end -}}

{{/* The secrets as a list of files: the Secret, its key, the file, the setting that names the file. */}}
{{- define "recollect.secretFiles" -}}
{{- $own := include "recollect.fullname" . -}}
{{- $secrets := .Values.secrets -}}
{{- if $secrets.existingSecret -}}
{{- with $secrets.existingSecretKeys.adminKey }}
- {secret: {{ $secrets.existingSecret }}, key: {{ . }}, file: admin-key, env: RECOLLECT_ADMIN_KEY_FILE}
{{- end -}}
{{- with $secrets.existingSecretKeys.issuerKey }}
- {secret: {{ $secrets.existingSecret }}, key: {{ . }}, file: issuer-key, env: RECOLLECT_ISSUER_KEY_FILE}
{{- end -}}
{{- with $secrets.existingSecretKeys.sealKey }}
- {secret: {{ $secrets.existingSecret }}, key: {{ . }}, file: seal-key, env: RECOLLECT_SEAL_KEY_FILE}
{{- end -}}
{{- with $secrets.existingSecretKeys.openaiApiKey }}
- {secret: {{ $secrets.existingSecret }}, key: {{ . }}, file: openai-api-key, env: OPENAI_API_KEY_FILE}
{{- end -}}
{{- else -}}
{{- if $secrets.adminKey }}
- {secret: {{ $own }}, key: admin-key, file: admin-key, env: RECOLLECT_ADMIN_KEY_FILE}
{{- end -}}
{{- if $secrets.issuerKey }}
- {secret: {{ $own }}, key: issuer-key, file: issuer-key, env: RECOLLECT_ISSUER_KEY_FILE}
{{- end -}}
{{- if $secrets.sealKey }}
- {secret: {{ $own }}, key: seal-key, file: seal-key, env: RECOLLECT_SEAL_KEY_FILE}
{{- end -}}
{{- if $secrets.openaiApiKey }}
- {secret: {{ $own }}, key: openai-api-key, file: openai-api-key, env: OPENAI_API_KEY_FILE}
{{- end -}}
{{- end -}}
{{- if eq .Values.store.engine "postgres" -}}
{{- if .Values.store.postgres.existingSecret }}
- {secret: {{ .Values.store.postgres.existingSecret }}, key: {{ .Values.store.postgres.existingSecretKey }}, file: database-url, env: DATABASE_URL_FILE}
{{- else }}
- {secret: {{ $own }}, key: database-url, file: database-url, env: DATABASE_URL_FILE}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* What the schema cannot express, in sentences. */}}
{{- define "recollect.check" -}}
{{- $values := .Values -}}
{{- $secrets := .Values.secrets -}}
{{- if and $secrets.existingSecret (or $secrets.adminKey $secrets.issuerKey $secrets.sealKey $secrets.openaiApiKey) -}}
{{- fail "secrets.existingSecret is set: leave secrets.adminKey, secrets.issuerKey, secrets.sealKey and secrets.openaiApiKey empty." -}}
{{- end -}}
{{- range $values.extraEnv -}}
{{- if has .name (list "RECOLLECT_TLS_CERT" "RECOLLECT_TLS_KEY") -}}
{{- fail (printf "extraEnv must not have %s: set tls.existingSecret, so that the probes use https too." .name) -}}
{{- end -}}
{{- end -}}
{{- if eq $values.store.engine "sqlite" -}}
{{- if ne (int $values.replicas) 1 -}}
{{- fail "replicas must be 1 with store.engine sqlite: one process owns the volume. Use store.engine postgres for several nodes." -}}
{{- end -}}
{{- if $values.autoscaling.enabled -}}
{{- fail "autoscaling.enabled needs store.engine postgres." -}}
{{- end -}}
{{- else -}}
{{- if and $values.store.postgres.url $values.store.postgres.existingSecret -}}
{{- fail "Set either store.postgres.url or store.postgres.existingSecret, not both." -}}
{{- end -}}
{{- if not (or $values.store.postgres.url $values.store.postgres.existingSecret) -}}
{{- fail "store.engine postgres needs store.postgres.url or store.postgres.existingSecret." -}}
{{- end -}}
{{- $existing := and $secrets.existingSecret $secrets.existingSecretKeys.adminKey -}}
{{- if not (or $secrets.adminKey $existing) -}}
{{- fail "store.engine postgres needs secrets.adminKey, or a Secret that holds it (secrets.existingSecret): otherwise every node would generate its own." -}}
{{- end -}}
{{- if and $values.autoscaling.enabled (gt (int $values.autoscaling.minReplicas) (int $values.autoscaling.maxReplicas)) -}}
{{- fail "autoscaling.minReplicas must not be greater than autoscaling.maxReplicas." -}}
{{- end -}}
{{- end -}}
{{- $notice := mul (int $values.probes.readiness.periodSeconds) (int $values.probes.readiness.failureThreshold) -}}
{{- if lt (int $values.drainSeconds) (int $notice) -}}
{{- fail (printf "drainSeconds must be at least %d (probes.readiness.periodSeconds × failureThreshold): the node must be out of rotation before it refuses calls." $notice) -}}
{{- end -}}
{{- end -}}

{{- define "recollect.probe" -}}
httpGet:
  path: {{ .path }}
  port: {{ .scheme }}
  {{- if eq .scheme "https" }}
  scheme: HTTPS
  {{- end }}
  # Allowed also if RECOLLECT_ALLOWED_HOSTS is set; the address of the pod would not be.
  httpHeaders:
    - name: Host
      value: localhost
{{ toYaml .times }}
{{- end -}}

{{/* The pod, the same for both stores; `data` is the volume of /data. */}}
{{- define "recollect.podTemplate" -}}
{{- $values := .root.Values -}}
{{- $files := include "recollect.secretFiles" .root | fromYamlArray -}}
{{- $scheme := include "recollect.scheme" .root -}}
metadata:
  labels:
    {{- include "recollect.selectorLabels" .root | nindent 4 }}
    {{- with $values.podLabels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  annotations:
    checksum/secret: {{ include (print .root.Template.BasePath "/secret.yaml") .root | sha256sum }}
    {{- with $values.podAnnotations }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  serviceAccountName: {{ include "recollect.serviceAccountName" .root }}
  automountServiceAccountToken: false
  enableServiceLinks: false
  terminationGracePeriodSeconds: {{ add (int $values.drainSeconds) (int $values.shutdownGraceSeconds) 10 }}
  {{- with $values.imagePullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  securityContext:
    {{- toYaml $values.podSecurityContext | nindent 4 }}
  {{- with $values.priorityClassName }}
  priorityClassName: {{ . }}
  {{- end }}
  containers:
    - name: recollect
      image: {{ include "recollect.image" .root | quote }}
      imagePullPolicy: {{ $values.image.pullPolicy }}
      securityContext:
        {{- toYaml $values.securityContext | nindent 8 }}
      ports:
        - name: {{ $scheme }}
          containerPort: 7326
      env:
        - name: HOST
          value: 0.0.0.0
        - name: PORT
          value: '7326'
        - name: RECOLLECT_DATA_DIR
          value: /data
        - name: RECOLLECT_MODEL_CACHE
          value: /data/models
        - name: RECOLLECT_DRAIN_SECONDS
          value: {{ int $values.drainSeconds | quote }}
        - name: RECOLLECT_SHUTDOWN_GRACE_SECONDS
          value: {{ int $values.shutdownGraceSeconds | quote }}
        - name: RECOLLECT_TRUST_PROXY
          value: {{ $values.trustProxy | quote }}
        {{- with $values.baseUrl }}
        - name: BASE_URL
          value: {{ . | quote }}
        {{- end }}
        {{- if eq $values.store.engine "postgres" }}
        - name: RECOLLECT_PG_POOL
          value: {{ int $values.store.postgres.poolSize | quote }}
        {{- end }}
        {{- range $files }}
        - name: {{ .env }}
          value: /etc/recollect/{{ .file }}
        {{- end }}
        {{- if eq $scheme "https" }}
        - name: RECOLLECT_TLS_CERT
          value: /etc/recollect-tls/tls.crt
        - name: RECOLLECT_TLS_KEY
          value: /etc/recollect-tls/tls.key
        {{- end }}
        {{- range $name, $value := $values.settings }}
        - name: {{ $name }}
          value: {{ $value | quote }}
        {{- end }}
        {{- with $values.extraEnv }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      startupProbe:
        {{- include "recollect.probe" (dict "scheme" $scheme "path" "/health" "times" $values.probes.startup) | nindent 8 }}
      readinessProbe:
        {{- include "recollect.probe" (dict "scheme" $scheme "path" "/health" "times" $values.probes.readiness) | nindent 8 }}
      # A document that needs no database: an outage of PostgreSQL must not restart the nodes.
      livenessProbe:
        {{- include "recollect.probe" (dict "scheme" $scheme "path" "/capabilities.json" "times" $values.probes.liveness) | nindent 8 }}
      resources:
        {{- toYaml $values.resources | nindent 8 }}
      volumeMounts:
        - name: data
          mountPath: /data
        - name: tmp
          mountPath: /tmp
        {{- if $files }}
        - name: secrets
          mountPath: /etc/recollect
          readOnly: true
        {{- end }}
        {{- if eq $scheme "https" }}
        - name: tls
          mountPath: /etc/recollect-tls
          readOnly: true
        {{- end }}
        {{- with $values.extraVolumeMounts }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
  volumes:
    - name: data
      {{- toYaml .data | nindent 6 }}
    - name: tmp
      emptyDir: {}
    {{- if $files }}
    - name: secrets
      projected:
        defaultMode: 288 # 0440
        sources:
          {{- range $files }}
          - secret:
              name: {{ .secret }}
              items:
                - key: {{ .key }}
                  path: {{ .file }}
          {{- end }}
    {{- end }}
    {{- with $values.tls.existingSecret }}
    - name: tls
      secret:
        secretName: {{ . }}
        defaultMode: 288 # 0440
        items:
          - key: {{ $values.tls.certificateKey }}
            path: tls.crt
          - key: {{ $values.tls.privateKeyKey }}
            path: tls.key
    {{- end }}
    {{- with $values.extraVolumes }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- with $values.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $values.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $values.affinity }}
  affinity:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $values.topologySpreadConstraints }}
  topologySpreadConstraints:
    {{- toYaml . | nindent 4 }}
  {{- else }}
  {{- if eq $values.store.engine "postgres" }}
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "recollect.selectorLabels" .root | nindent 10 }}
  {{- end }}
  {{- end }}
{{- end -}}
