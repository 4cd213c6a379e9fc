import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { Ajv } from 'ajv';
import { parse, parseAllDocuments } from 'yaml';
import { SETTINGS } from '../../src/config/settings.js';
import { jsonOf, missing, program, ROOT, type Tree, textOf, unknownSettings, yamlOf } from './deploy.js';

const CHART = 'deploy/helm/recollect';
const SOURCE = join(ROOT, 'test', 'deploy', 'render.go');
const values = yamlOf(`${CHART}/values.yaml`);
const schema = jsonOf(`${CHART}/values.schema.json`);
const accepts = new Ajv({ allErrors: true, strict: false }).compile(schema);
const run = promisify(execFile);

const KEY = 'an-admin-key-of-the-tests';
const SEAL_KEY = 'a-key-that-seals-the-secrets-of-webhooks';
const SETS: Record<string, Tree> = {
  plain: {},
  'sqlite with everything': {
    image: { repository: 'registry.example/recollect', digest: `sha256:${'a'.repeat(64)}` },
    imagePullSecrets: [{ name: 'registry' }],
    store: { volume: { existingClaim: 'mine' } },
    secrets: { adminKey: KEY, sealKey: `${SEAL_KEY},database`, openaiApiKey: 'sk-"quoted"' },
    baseUrl: 'https://memory.example',
    trustProxy: '1',
    settings: { RECOLLECT_SIGNUP: 'off', RECOLLECT_RATE_LIMIT: '6000000', LOG_LEVEL: 'warn' },
    extraEnv: [
      { name: 'RECOLLECT_LLM_MODEL', value: 'small' },
      { name: 'OTEL_EXPORTER_OTLP_HEADERS', valueFrom: { secretKeyRef: { name: 'collector', key: 'headers' } } },
    ],
    ingress: { enabled: true, className: 'nginx', hosts: ['memory.example'], tls: [{ secretName: 'memory-tls' }] },
    networkPolicy: { enabled: true, from: [{ podSelector: {} }], extraEgress: [{ ports: [{ port: 443 }] }] },
    resources: null,
    ...{ podLabels: { team: 'agents' }, podAnnotations: { note: 'x' }, priorityClassName: 'high' },
    ...{ nodeSelector: { disk: 'ssd' }, tolerations: [{ operator: 'Exists' }], affinity: { podAntiAffinity: {} } },
    extraVolumes: [{ name: 'more', emptyDir: {} }],
    extraVolumeMounts: [{ name: 'more', mountPath: '/more' }],
    dashboard: { enabled: true },
  },
  'postgres with Secrets of the operator': {
    store: { engine: 'postgres', postgres: { existingSecret: 'database' } },
    secrets: { existingSecret: 'mine', existingSecretKeys: { openaiApiKey: 'openai', sealKey: 'seal' } },
    ...{ autoscaling: { enabled: true }, networkPolicy: { enabled: true } },
    serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
    prometheusRule: { enabled: true },
    ...{ drainSeconds: 30, shutdownGraceSeconds: 60, fullnameOverride: 'memories' },
    serviceAccount: { create: false },
  },
  'postgres with values': {
    store: { engine: 'postgres', postgres: { url: 'postgres://u:p@db.example/recollect', poolSize: 40 } },
    ...{ secrets: { adminKey: KEY }, replicas: 3, networkPolicy: { enabled: true, restrictEgress: false } },
    settings: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' },
  },
  'with TLS in the process': {
    tls: { existingSecret: 'memory-tls', privateKeyKey: 'key.pem' },
    ...{ ingress: { enabled: true, hosts: ['memory.example'] }, networkPolicy: { enabled: true } },
    serviceMonitor: { enabled: true, tlsConfig: { insecureSkipVerify: null, serverName: 'memory.example' } },
  },
};

/** Values that the schema accepts, but the templates refuse with a message. */
const WRONG: [Tree, RegExp][] = [
  [{ replicas: 2 }, /replicas must be 1 with store\.engine sqlite/],
  [{ autoscaling: { enabled: true } }, /autoscaling\.enabled needs store\.engine postgres/],
  [{ store: { engine: 'postgres' }, secrets: { adminKey: KEY } }, /needs store\.postgres\.url or/],
  [{ store: { engine: 'postgres', postgres: { url: 'postgres://db/x' } } }, /needs secrets\.adminKey/],
  [{ secrets: { existingSecret: 'mine', issuerKey: KEY } }, /leave secrets\.adminKey/],
  [{ secrets: { existingSecret: 'mine', sealKey: SEAL_KEY } }, /leave .* secrets\.sealKey .* empty/],
  [
    { extraEnv: [{ name: 'RECOLLECT_TLS_CERT', value: '/more/cert.pem' }] },
    /RECOLLECT_TLS_CERT: set tls\.existingSecret/,
  ],
  [{ drainSeconds: 5 }, /drainSeconds must be at least 10/],
];

const REFUSED: [Tree, string][] = [
  [{ replica: 3 }, ''],
  [{ replicas: 0 }, '/replicas'],
  [{ store: { engine: 'mysql' } }, '/store/engine'],
  [{ store: { postgres: { url: 'mysql://db' } } }, '/store/postgres/url'],
  [{ settings: { RECOLLECT_SIGNUP: false } }, '/settings/RECOLLECT_SIGNUP'],
  [{ settings: { PORT: '80' } }, '/settings'],
  [{ settings: { RECOLLECT_ADMIN_KEY: KEY } }, '/settings'],
  [{ secrets: { adminKey: 'short' } }, '/secrets/adminKey'],
  [{ settings: { RECOLLECT_SEAL_KEY: SEAL_KEY } }, '/settings'],
  [{ settings: { RECOLLECT_TLS_CERT: '/more/cert.pem' } }, '/settings'],
  [{ secrets: { sealKey: 'short' } }, '/secrets/sealKey'],
  [{ secrets: { sealKey: `${SEAL_KEY},short` } }, '/secrets/sealKey'],
  [{ tls: { existingSecret: 'mine', certificateKey: '' } }, '/tls/certificateKey'],
  [{ extraEnv: [{ value: 'x' }] }, '/extraEnv/0'],
  [{ extraEnv: [{ name: 'OTEL_TRACES_SAMPLER_ARG', value: 0.1 }] }, '/extraEnv/0/value'],
  [{ ingress: { enabled: true, hosts: [] } }, '/ingress/hosts'],
  [{ drainSeconds: 301 }, '/drainSeconds'],
  [{ image: { digest: 'sha256:1' } }, '/image/digest'],
];

const isObject = (value: Tree) => typeof value === 'object' && value !== null && !Array.isArray(value);
/** The paths of all values. An object that the schema leaves open counts as one value. */
function paths(tree: Tree, open: Tree, prefix = ''): string[] {
  return Object.entries(tree).flatMap(([name, value]) => {
    const inner = open.properties?.[name];
    assert.ok(inner, `values.schema.json does not describe ${prefix}${name}`);
    return isObject(value) && inner.properties ? paths(value, inner, `${prefix}${name}.`) : [`${prefix}${name}`];
  });
}

describe('the values of the chart', () => {
  it('are all documented, and nothing else is', () => {
    const inReadme = [...textOf(`${CHART}/README.md`).matchAll(/^\| `([\w.]+)` \|/gm)].map(([, path = '']) => path);
    const given = paths(values, schema).map((path) => path.replace(/^(probes\.\w+)\.\w+$/, '$1'));
    assert.deepEqual([...new Set(given)].sort(), inReadme.sort());
  });

  it('have the version of the package', () => {
    const { version } = jsonOf('package.json');
    const chart = yamlOf(`${CHART}/Chart.yaml`);
    assert.deepEqual([chart.version, chart.appVersion], [version, version]);
  });

  it('are refused by the schema if they are unknown or not allowed', () => {
    assert.ok(accepts(values), JSON.stringify(accepts.errors));
    for (const [name, set] of Object.entries(SETS)) {
      const { resources: _, ...rest } = set; // null removes a default before Helm checks the schema
      assert.ok(accepts(rest), `${name}: ${JSON.stringify(accepts.errors)}`);
    }
    for (const [set, where] of REFUSED) {
      assert.ok(!accepts(set), JSON.stringify(set));
      assert.ok(
        accepts.errors?.some(({ instancePath }) => instancePath === where),
        JSON.stringify(accepts.errors),
      );
    }
  });

  it('exclude the settings that the chart manages', () => {
    const managed: string[] = schema.properties.settings.propertyNames.not.enum;
    assert.deepEqual(unknownSettings(managed), []);
    const secret = SETTINGS.filter((setting) => setting.secret && managed.includes(setting.env));
    assert.deepEqual(
      secret.map(({ env }) => env),
      SETTINGS.filter(({ secret, env }) => secret && !env.startsWith('OTEL_')).map(({ env }) => env),
    );
  });
});

const NO_GO = missing('go');
describe('the rendered chart', () => {
  if (NO_GO) {
    it('all of it', { skip: NO_GO }, () => {});
    return;
  }
  let folder: string;
  const rendered = new Map<string, Tree[]>();
  const notes = new Map<string, string>();
  const problems: string[] = [];
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recollect-helm-'));
    const binary = join(folder, 'render');
    const env = { ...process.env, GO111MODULE: 'off', GOPATH: '/usr/share/gocode', GOFLAGS: '' };
    await run(program('go') as string, ['build', '-o', binary, SOURCE], { env });
    const wanted = [...Object.values(SETS), ...WRONG.map(([set]) => set)];
    const requests = wanted.map((set) => ({ release: 'memory', namespace: 'agents', values: set }));
    const child = run(binary, [join(ROOT, CHART)], { maxBuffer: 1e8 });
    child.child.stdin?.end(JSON.stringify(requests));
    const results = JSON.parse((await child).stdout) as { files?: Record<string, string>; error?: string }[];
    const names = Object.keys(SETS);
    for (const [index, { files = {}, error = '' }] of results.entries()) {
      const name = names[index];
      if (name === undefined) problems.push(error);
      else {
        assert.equal(error, '', name);
        notes.set(name, files['templates/NOTES.txt'] ?? '');
        rendered.set(name, documents(files));
      }
    }
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const documents = (files: Record<string, string>): Tree[] =>
    Object.entries(files)
      .filter(([path]) => path.endsWith('.yaml'))
      .flatMap(([path, text]) =>
        parseAllDocuments(text).map((document) => {
          assert.deepEqual(document.errors, [], `${path}:\n${text}`);
          return document.toJS();
        }),
      )
      .filter(Boolean);
  const find = (set: string, kind: string) => rendered.get(set)?.find((one) => one.kind === kind && !isTest(one));
  const isTest = (one: Tree) => one.metadata.annotations?.['helm.sh/hook'] === 'test';
  const workload = (set: string) => find(set, 'StatefulSet') ?? find(set, 'Deployment');
  const envOf = (set: string): Map<string, string> =>
    new Map(workload(set).spec.template.spec.containers[0].env.map((one: Tree) => [one.name, one.value]));

  it('has the kinds that its values call for', () => {
    const kinds = (set: string) =>
      rendered
        .get(set)
        ?.map(({ kind }) => kind)
        .sort() ?? [];
    const always = ['Pod', 'Service', 'ServiceAccount'];
    assert.deepEqual(kinds('plain'), [...always, 'PersistentVolumeClaim', 'StatefulSet'].sort());
    assert.deepEqual(
      kinds('sqlite with everything'),
      [...always, 'ConfigMap', 'Ingress', 'NetworkPolicy', 'Secret', 'StatefulSet'].sort(),
    );
    assert.deepEqual(kinds('postgres with Secrets of the operator'), [
      'Deployment',
      'HorizontalPodAutoscaler',
      'NetworkPolicy',
      'Pod',
      'PodDisruptionBudget',
      'PrometheusRule',
      'Service',
      'ServiceMonitor',
    ]);
    assert.deepEqual(
      kinds('postgres with values'),
      [...always, 'Deployment', 'NetworkPolicy', 'PodDisruptionBudget', 'Secret'].sort(),
    );
    assert.deepEqual(
      kinds('with TLS in the process'),
      [...always, 'Ingress', 'NetworkPolicy', 'PersistentVolumeClaim', 'ServiceMonitor', 'StatefulSet'].sort(),
    );
  });

  it('sets only settings that exist, each once', () => {
    for (const set of rendered.keys()) {
      const { env } = workload(set).spec.template.spec.containers[0];
      const own = env.map(({ name }: Tree) => name).filter((name: string) => !name.startsWith('OTEL_'));
      assert.deepEqual(unknownSettings(own), [], set);
      assert.equal(new Set(env.map(({ name }: Tree) => name)).size, env.length);
      for (const { value, valueFrom } of env) assert.ok(typeof value === 'string' || valueFrom);
    }
    assert.equal(envOf('sqlite with everything').get('RECOLLECT_RATE_LIMIT'), '6000000');
    assert.equal(envOf('postgres with values').get('RECOLLECT_PG_POOL'), '40');
    assert.equal(envOf('postgres with values').get('OTEL_EXPORTER_OTLP_ENDPOINT'), 'http://collector:4318');
    const { extraEnv } = SETS['sqlite with everything'];
    assert.deepEqual(workload('sqlite with everything').spec.template.spec.containers[0].env.slice(-2), extraEnv);
  });

  it('mounts each secret as the file that its setting names', () => {
    for (const set of rendered.keys()) {
      const { volumes = [], containers } = workload(set).spec.template.spec;
      const sources = volumes.find(({ name }: Tree) => name === 'secrets')?.projected.sources ?? [];
      const files = sources.flatMap(({ secret }: Tree) =>
        secret.items.map(({ path }: Tree) => `/etc/recollect/${path}`),
      );
      const named = containers[0].env.filter(({ name }: Tree) => name.endsWith('_FILE'));
      assert.deepEqual(
        named.map(({ value }: Tree) => value),
        files,
        set,
      );
      const own = find(set, 'Secret');
      for (const { secret } of sources) {
        if (secret.name !== workload(set).metadata.name) continue;
        for (const { key } of secret.items) assert.ok(own.stringData[key], `${set}: ${key}`);
      }
    }
    const secretsOf = (set: string) => [...envOf(set).keys()].filter((name) => name.endsWith('_FILE'));
    assert.deepEqual(secretsOf('plain'), []);
    const given = ['RECOLLECT_ADMIN_KEY_FILE', 'RECOLLECT_SEAL_KEY_FILE', 'OPENAI_API_KEY_FILE'];
    assert.deepEqual(secretsOf('sqlite with everything'), given);
    assert.deepEqual(secretsOf('postgres with Secrets of the operator'), [...given, 'DATABASE_URL_FILE']);
    const { stringData } = find('sqlite with everything', 'Secret');
    assert.deepEqual([stringData['openai-api-key'], stringData['seal-key']], ['sk-"quoted"', `${SEAL_KEY},database`]);
    const { volumes } = workload('postgres with Secrets of the operator').spec.template.spec;
    const [seal] = volumes
      .flatMap(({ projected }: Tree) => projected?.sources ?? [])
      .filter(({ secret }: Tree) => secret.items[0].path === 'seal-key');
    assert.deepEqual([seal.secret.name, seal.secret.items[0].key], ['mine', 'seal']);
  });

  it('runs as a non-root user on a read-only file system, and writes only to volumes', () => {
    for (const set of rendered.keys())
      for (const { spec } of [workload(set).spec.template, rendered.get(set)?.find(isTest)]) {
        assert.equal(spec.securityContext.runAsNonRoot, true);
        assert.equal(spec.automountServiceAccountToken, false);
        const [{ securityContext, volumeMounts = [], command = [] }] = spec.containers;
        for (const word of command) assert.equal(typeof word, 'string');
        assert.equal(securityContext.readOnlyRootFilesystem, true);
        assert.equal(securityContext.allowPrivilegeEscalation, false);
        assert.deepEqual(securityContext.capabilities.drop, ['ALL']);
        const volumes = new Set((spec.volumes ?? []).map(({ name }: Tree) => name));
        for (const { name } of volumeMounts) assert.ok(volumes.has(name), `${set}: ${name}`);
      }
    const mounts = workload('plain').spec.template.spec.containers[0].volumeMounts;
    assert.deepEqual(
      mounts.map(({ mountPath }: Tree) => mountPath),
      ['/data', '/tmp'],
    );
  });

  it('gives a node time to drain and to finish', () => {
    for (const set of rendered.keys()) {
      const { terminationGracePeriodSeconds, containers } = workload(set).spec.template.spec;
      const seconds = (name: string) => Number(envOf(set).get(name));
      const drain = seconds('RECOLLECT_DRAIN_SECONDS');
      assert.equal(terminationGracePeriodSeconds, drain + seconds('RECOLLECT_SHUTDOWN_GRACE_SECONDS') + 10);
      const { readinessProbe, livenessProbe, startupProbe } = containers[0];
      assert.ok(drain >= readinessProbe.periodSeconds * readinessProbe.failureThreshold);
      assert.deepEqual([startupProbe.httpGet.path, readinessProbe.httpGet.path], ['/health', '/health']);
      assert.notEqual(livenessProbe.httpGet.path, '/health');
    }
  });

  it('speaks https everywhere if the service does, and http everywhere else', () => {
    for (const set of rendered.keys()) {
      const scheme = set === 'with TLS in the process' ? 'https' : 'http';
      const { containers, volumes } = workload(set).spec.template.spec;
      const { ports, startupProbe, readinessProbe, livenessProbe, volumeMounts } = containers[0];
      assert.deepEqual(ports, [{ name: scheme, containerPort: 7326 }], set);
      for (const { httpGet } of [startupProbe, readinessProbe, livenessProbe])
        assert.deepEqual([httpGet.port, httpGet.scheme], [scheme, scheme === 'https' ? 'HTTPS' : undefined], set);
      const service = find(set, 'Service').spec.ports[0];
      assert.deepEqual([service.name, service.targetPort], [scheme, scheme], set);
      const policy = find(set, 'NetworkPolicy')?.spec.ingress[0].ports[0].port;
      if (policy) assert.equal(policy, scheme, set);
      const monitor = find(set, 'ServiceMonitor')?.spec.endpoints[0];
      if (monitor) assert.deepEqual([monitor.port, monitor.scheme ?? 'http'], [scheme, scheme], set);
      const [test] = rendered.get(set)?.find(isTest).spec.containers ?? [];
      assert.match(test.command.at(-1), new RegExp(`fetch\\('${scheme}://`), set);
      assert.equal(test.env?.[0].name, scheme === 'https' ? 'NODE_TLS_REJECT_UNAUTHORIZED' : undefined);
      assert.match(notes.get(set) ?? '', new RegExp(`Inside the cluster: ${scheme}://`));
      const mount = volumeMounts.find(({ name }: Tree) => name === 'tls')?.mountPath;
      const files = ['RECOLLECT_TLS_CERT', 'RECOLLECT_TLS_KEY'].map((name) => envOf(set).get(name));
      assert.deepEqual(files, mount ? [`${mount}/tls.crt`, `${mount}/tls.key`] : [undefined, undefined]);
      assert.equal(mount !== undefined, scheme === 'https');
      const secret = volumes.find(({ name }: Tree) => name === 'tls')?.secret;
      if (secret) {
        assert.equal(secret.secretName, 'memory-tls');
        assert.deepEqual(secret.items, [
          { key: 'tls.crt', path: 'tls.crt' },
          { key: 'key.pem', path: 'tls.key' },
        ]);
      }
    }
    const { tlsConfig } = find('with TLS in the process', 'ServiceMonitor').spec.endpoints[0];
    assert.deepEqual(tlsConfig, { serverName: 'memory.example' });
  });

  it('limits SQLite to one process on a volume claim, and rolls nodes on PostgreSQL', () => {
    const { spec } = workload('plain');
    assert.equal(spec.replicas, 1);
    const claim = find('plain', 'PersistentVolumeClaim');
    assert.equal(spec.template.spec.volumes[0].persistentVolumeClaim.claimName, claim.metadata.name);
    assert.equal(claim.metadata.annotations['helm.sh/resource-policy'], 'keep');
    assert.equal(
      workload('sqlite with everything').spec.template.spec.volumes[0].persistentVolumeClaim.claimName,
      'mine',
    );
    const rolling = workload('postgres with values').spec;
    assert.equal(rolling.replicas, 3);
    assert.deepEqual(rolling.strategy.rollingUpdate, { maxUnavailable: 0, maxSurge: 1 });
    assert.equal(workload('postgres with Secrets of the operator').spec.replicas, undefined);
  });

  it('routes calls only to the nodes', () => {
    for (const set of rendered.keys()) {
      const { labels } = workload(set).spec.template.metadata;
      const includes = (all: Tree, some: Tree) => Object.entries(some).every(([name, value]) => all[name] === value);
      const selectors = [find(set, 'Service').spec.selector, workload(set).spec.selector.matchLabels];
      for (const kind of ['PodDisruptionBudget', 'NetworkPolicy']) {
        const found = find(set, kind)?.spec;
        if (found) selectors.push((found.selector ?? found.podSelector).matchLabels);
      }
      for (const selector of selectors) {
        assert.ok(includes(labels, selector), set);
        assert.ok(!includes(rendered.get(set)?.find(isTest).metadata.labels, selector), set);
      }
      const backend = find(set, 'Ingress')?.spec.rules[0].http.paths[0].backend.service;
      const { metadata, spec } = find(set, 'Service');
      if (backend) assert.deepEqual(backend, { name: metadata.name, port: { name: spec.ports[0].name } });
    }
  });

  it('restricts traffic as configured', () => {
    const closed = find('postgres with Secrets of the operator', 'NetworkPolicy').spec;
    assert.deepEqual(closed.policyTypes, ['Ingress', 'Egress']);
    const ports = closed.egress.flatMap((rule: Tree) => rule.ports.map(({ port }: Tree) => port));
    assert.deepEqual(ports, [53, 53, 5432]);
    assert.deepEqual(find('sqlite with everything', 'NetworkPolicy').spec.ingress[0].from, [{ podSelector: {} }]);
    assert.deepEqual(find('postgres with values', 'NetworkPolicy').spec.policyTypes, ['Ingress']);
  });

  it('carries the alerts and the dashboard of this release', () => {
    const { groups } = find('postgres with Secrets of the operator', 'PrometheusRule').spec;
    assert.deepEqual(groups, parse(textOf('deploy/prometheus/recollect.rules.yaml')).groups);
    const text = find('sqlite with everything', 'ConfigMap').data['recollect.json'];
    assert.deepEqual(JSON.parse(text), jsonOf('deploy/grafana/recollect.json'));
    const monitor = find('postgres with Secrets of the operator', 'ServiceMonitor');
    assert.equal(monitor.metadata.labels.release, 'prometheus');
    assert.equal(find('plain', 'Service').metadata.labels[monitor.spec.jobLabel], 'recollect');
  });

  it('prints where the service and its credential are', () => {
    assert.match(
      notes.get('plain') ?? '',
      /kubectl --namespace agents exec memory-recollect-0 -- cat \/data\/admin-key/,
    );
    assert.match(notes.get('plain') ?? '', /Anyone who reaches the service can create a free key/);
    assert.doesNotMatch(notes.get('sqlite with everything') ?? '', /Anyone|admin-key/);
    assert.match(notes.get('postgres with Secrets of the operator') ?? '', /runs as memories, on PostgreSQL/);
  });

  it('refuses values that contradict each other, with a message', () => {
    assert.equal(problems.length, WRONG.length);
    for (const [index, [set, message]] of WRONG.entries()) {
      assert.ok(accepts(set), JSON.stringify(accepts.errors));
      assert.match(problems[index] ?? '', message);
    }
  });
});
