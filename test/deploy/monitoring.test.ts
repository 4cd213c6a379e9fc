import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { DELIVERY_STATUSES } from '../../src/features/events/webhooks/delivery.js';
import { STATUS_OF } from '../../src/kernel/errors.js';
import { JOB_STATES } from '../../src/kernel/job-state.js';
import { startTestService, type TestService } from '../support/service.js';
import { anchorsOf, jsonOf, missing, program, ROOT, type Tree, textOf, yamlOf } from './deploy.js';

const RULES = 'deploy/prometheus/recollect.rules.yaml';
const PAGE = 'docs/operations.md';
const alerts: Tree[] = yamlOf(RULES).groups.flatMap(({ rules }: Tree) => rules);
const dashboard = jsonOf('deploy/grafana/recollect.json');
const panels: Tree[] = dashboard.panels.filter(({ type }: Tree) => type !== 'row');
const adapter = yamlOf('deploy/prometheus/adapter.yaml').rules.custom[0];

/** Each expression, and where it is used. */
const EXPRESSIONS: [where: string, expression: string][] = [
  ...alerts.map(({ alert, expr }): [string, string] => [alert, expr]),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }: Tree): [string, string] => [title, expr])),
  ...dashboard.templating.list
    .filter(({ type }: Tree) => type === 'query')
    .map(({ name, definition }: Tree): [string, string] => [name, definition]),
  ['adapter', adapter.seriesQuery],
  ['autoscaler', /name: (recollect_\w+)/.exec(textOf('deploy/helm/recollect/templates/hpa.yaml'))?.[1] ?? ''],
];

/** Added by Prometheus when it scrapes. */
const SCRAPE_LABELS = ['job', 'instance', 'namespace', 'pod'];
/** Values that appear only when something is wrong. */
const SOMETIMES: Record<string, readonly string[]> = {
  code: Object.keys(STATUS_OF),
  state: JOB_STATES,
  status: [...DELIVERY_STATUSES, '5..'],
  kind: ['deliver'],
};

/** Metric names with their labels and label values, as in /metrics. */
function series(text: string): Map<string, Map<string, Set<string>>> {
  const found = new Map<string, Map<string, Set<string>>>();
  for (const [, name = '', labels = ''] of text.matchAll(/^(recollect_\w+)(?:\{(.*)\})? \S+$/gm)) {
    const known = found.get(name) ?? found.set(name, new Map()).get(name);
    for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g))
      known?.set(label, (known.get(label) ?? new Set()).add(value));
  }
  return found;
}

/** Values per minute for two hours, in the notation of promtool. */
type Series = Record<string, string>;
const labelled = (text: string) => {
  const [, name = '', labels = ''] = /^(\w+)(?:\{(.*)\})?$/.exec(text) ?? [];
  return `${name}{job="recollect",instance="a"${labels ? `,${labels}` : ''}}`;
};
const INFO = { 'recollect_build_info{version="1.0.0"}': '1x120' };
const errors = (code: string, perMinute: number): Series => ({
  ...{ ...INFO, [`recollect_http_errors_total{code="${code}"}`]: `0+${perMinute}x120` },
});
const WELL: Series = {
  ...{ ...INFO, up: '1x120', recollect_database_up: '1x120', recollect_uptime_seconds: '0+60x120' },
  ...{
    'recollect_http_requests_total{status="200"}': '0+600x120',
    'recollect_http_requests_total{status="404"}': '0+9x120',
  },
  'recollect_http_request_duration_seconds_bucket{route="GET /memory/{id}",le="0.1"}': '0+600x120',
  'recollect_http_request_duration_seconds_bucket{route="GET /memory/{id}",le="+Inf"}': '0+600x120',
  // A stream lasts for hours.
  'recollect_http_request_duration_seconds_bucket{route="GET /memory/events",le="0.1"}': '0x120',
  'recollect_http_request_duration_seconds_bucket{route="GET /memory/events",le="+Inf"}': '0+9000x120',
  ...{ recollect_calls_shed_total: '0x120' },
  'recollect_event_loop_delay_seconds{statistic="p99"}': '0.01x120',
  ...{ 'recollect_embedder_status{status="ready"}': '1x120', 'recollect_embedder_status{status="down"}': '0x120' },
  'recollect_jobs_backlog{kind="embed"}': '5000-40x120',
  ...{
    'recollect_jobs{kind="deliver",state="failing"}': '3x120',
    'recollect_jobs{kind="sweep-usage",state="waiting"}': '1x120',
  },
  ...{
    'recollect_event_attempts_total{outcome="delivered"}': '0+60x120',
    'recollect_event_attempts_total{outcome="failed"}': '0+6x120',
  },
  ...{ 'recollect_event_deliveries{status="pending"}': '40x120', 'recollect_event_deliveries{status="dead"}': '7x120' },
  recollect_vector_cache_evictions_total: '0+1x120',
};
WELL.recollect_calls_waiting = Array.from({ length: 120 }, (_, minute) => minute % 4).join(' ');
const TROUBLE: Record<string, Series> = {
  RecollectNodeDown: { ...INFO, up: '0x120' },
  RecollectAbsent: { up: '1x120' },
  RecollectRestarts: {
    recollect_uptime_seconds: Array.from({ length: 120 }, (_, minute) => (minute % 8) * 60).join(' '),
  },
  RecollectVersionsDiffer: { ...INFO, 'recollect_build_info{version="1.1.0"}': '1x120' },
  RecollectDatabaseUnavailable: { ...INFO, recollect_database_up: '0x120' },
  RecollectWritesFail: { ...errors('database_unavailable', 30), recollect_database_up: '1x120' },
  RecollectReadsTooLong: errors('deadline_exceeded', 30),
  RecollectInternalErrors: errors('internal', 1),
  RecollectServerErrors: { ...WELL, 'recollect_http_requests_total{status="503"}': '0+20x120' },
  RecollectSlow: {
    ...INFO,
    'recollect_http_request_duration_seconds_bucket{route="GET /memory/{id}",le="2"}': '0+100x120',
    'recollect_http_request_duration_seconds_bucket{route="GET /memory/{id}",le="5"}': '0+200x120',
    'recollect_http_request_duration_seconds_bucket{route="GET /memory/{id}",le="+Inf"}': '0+200x120',
  },
  RecollectOverloaded: { ...INFO, recollect_calls_shed_total: '0+10x120' },
  RecollectCallsWait: { ...INFO, recollect_calls_waiting: '4x120' },
  RecollectEventLoopDelayed: { ...INFO, 'recollect_event_loop_delay_seconds{statistic="p99"}': '0.3x120' },
  RecollectHotKey: errors('rate_limited', 600),
  RecollectKeysRefused: errors('invalid_key', 120),
  RecollectStorageExceeded: errors('storage_exceeded', 1),
  RecollectEmbedderUnavailable: {
    ...{ 'recollect_embedder_status{status="ready"}': '0x120', 'recollect_embedder_status{status="down"}': '1x120' },
  },
  RecollectBacklogGrows: { ...INFO, 'recollect_jobs_backlog{kind="embed"}': '0+50x120' },
  RecollectJobsFail: { ...INFO, 'recollect_jobs{kind="sweep-usage",state="failing"}': '1x120' },
  RecollectWebhooksFail: {
    ...{
      'recollect_event_attempts_total{outcome="delivered"}': '0+1x120',
      'recollect_event_attempts_total{outcome="failed"}': '0+9x120',
    },
  },
  RecollectDeadLetters: { ...INFO, 'recollect_event_deliveries{status="dead"}': '0+1x120' },
  RecollectDeliveriesWait: { ...INFO, 'recollect_event_deliveries{status="pending"}': '20000x120' },
  RecollectVectorCacheTooSmall: { ...INFO, recollect_vector_cache_evictions_total: '0+60x120' },
};

describe('alerts and dashboard', () => {
  let service: TestService;
  let known: ReturnType<typeof series>;
  const receiver = createServer((request, response) => {
    request.resume();
    response.writeHead(204).end();
  });
  before(async () => {
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    service = await startTestService('sqlite', { env: { RECOLLECT_WEBHOOK_ALLOW: '127.0.0.0/8' } });
    const { key } = await service.mint();
    // A labelled metric appears with its first value: an error, a webhook, a delivery.
    await service.call('GET', '/memory/retrieve');
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const hook = await service.call('POST', '/memory/subscribe', { key, body: { url, events: ['memory.stored'] } });
    assert.equal(hook.status, 201, JSON.stringify(hook.body));
    const arrived = new Promise((resolve) => receiver.once('request', resolve));
    await service.call('POST', '/memory/store', { key, body: { user_id: 'ada', content: 'Ada prefers tea.' } });
    await arrived;
    for (;;) {
      known = series((await service.call('GET', '/metrics')).body);
      if (known.get('recollect_event_deliveries')?.size) break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
  after(async () => {
    await service?.stop();
    await service?.place.remove();
    receiver.close();
  });

  it('name only metrics and labels that the service has', () => {
    for (const [where, expression] of EXPRESSIONS) {
      const names = [...expression.matchAll(/\brecollect_\w+/g)].map(([name]) => name);
      if (!/\bup\{/.test(expression)) assert.ok(names.length > 0, `${where} names no metric`);
      for (const name of names) assert.ok(known.has(name), `${where}: there is no ${name}`);
      const labelsOfAll = new Set([...SCRAPE_LABELS, ...names.flatMap((name) => [...(known.get(name)?.keys() ?? [])])]);
      for (const [, list = ''] of expression.matchAll(/\b(?:by|without) \(([^)]*)\)/g))
        for (const label of list.split(/,\s*/))
          assert.ok(labelsOfAll.has(label), `${where}: there is no label ${label}`);
      for (const [, name = '', matchers = ''] of expression.matchAll(/\b(recollect_\w+)\{((?:"[^"]*"|[^}])*)\}/g))
        for (const [, label = '', value = ''] of matchers.matchAll(/(\w+)(?:=~|!~|!=|=)"([^"]*)"/g)) {
          if (SCRAPE_LABELS.includes(label)) continue;
          const values = known.get(name)?.get(label);
          assert.ok(values, `${where}: ${name} has no label ${label}`);
          if (label === 'route') continue;
          for (const one of value.split('|'))
            assert.ok(values.has(one) || SOMETIMES[label]?.includes(one), `${where}: ${name} has no ${label}="${one}"`);
        }
    }
  });

  it('show every metric on the dashboard', () => {
    const shown = panels.flatMap(({ targets }) => targets.map(({ expr }: Tree) => expr)).join('\n');
    const names = [...known.keys()].filter((name) => !/_duration_seconds_(?:sum|count)$/.test(name));
    assert.deepEqual(
      names.filter((name) => !new RegExp(`\\b${name}\\b`).test(shown)),
      [],
    );
  });

  it('exclude streams from latencies, by routes that exist', () => {
    for (const [, expression] of EXPRESSIONS)
      if (expression.includes('_duration_seconds_bucket'))
        assert.match(expression, /route!~"GET \/memory\/events\.\*\|\.\* \/mcp"/);
    const { paths } = jsonOf('docs/reference/openapi.json');
    assert.ok(paths['/memory/events'].get);
  });

  it('cover what docs/operations.md recommends an alert for', () => {
    const section = textOf(PAGE).split('Metrics worth an alert')[1]?.split('\n## ')[0] ?? '';
    const named = [...section.matchAll(/^\| `(recollect_\w+)`/gm)].map(([, name = '']) => name);
    assert.ok(named.length >= 7);
    const expressions = alerts.map(({ expr }) => expr).join('\n');
    for (const name of named) assert.ok(expressions.includes(name), name);
  });

  it('say what is wrong, how bad it is, and what to do', () => {
    const anchors = anchorsOf(PAGE);
    for (const { alert, labels, annotations } of alerts) {
      assert.ok(['critical', 'warning', 'info'].includes(labels.severity), alert);
      assert.ok(annotations.summary && annotations.description, alert);
      const [page, heading] = annotations.runbook.split('#');
      assert.equal(page, PAGE);
      assert.ok(anchors.includes(heading), `${alert}: ${PAGE} has no heading #${heading}`);
    }
    assert.equal(new Set(alerts.map(({ alert }) => alert)).size, alerts.length);
    const used = new Set(alerts.map(({ annotations }) => annotations.runbook.split('#')[1]));
    assert.deepEqual(
      anchors.filter((name) => name.startsWith('alert-') && !used.has(name)),
      [],
    );
  });

  it('do not overlap panels, and give each its own id', () => {
    const all: Tree[] = dashboard.panels;
    assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
    for (const [index, { gridPos: a, title }] of all.entries())
      for (const { gridPos: b } of all.slice(index + 1))
        assert.ok(a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y, title);
  });

  describe('in Prometheus', () => {
    const without = missing('promtool');
    if (without) {
      it('all of it', { skip: without }, () => {});
      return;
    }
    let folder: string;
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'recollect-promtool-'));
    });
    after(() => rm(folder, { recursive: true, force: true }));
    const promtool = async (...args: string[]) =>
      (await promisify(execFile)(program('promtool') as string, args)).stdout;
    /** JSON is YAML. */
    const write = async (name: string, content: unknown) => {
      await writeFile(join(folder, name), JSON.stringify(content));
      return join(folder, name);
    };

    it('are all valid', async () => {
      const rules = EXPRESSIONS.filter(([, expression]) => !expression.startsWith('label_values')).map(
        ([, expr], index) => ({
          ...{ record: `dashboard:expression_${index}`, expr: expr.replaceAll('$__rate_interval', '5m') },
        }),
      );
      const file = await write('expressions.yaml', { groups: [{ name: 'expressions', rules }] });
      assert.match(await promtool('check', 'rules', file), new RegExp(`${rules.length} rules found`));
      assert.match(await promtool('check', 'rules', join(ROOT, RULES)), new RegExp(`${alerts.length} rules found`));
    });

    it('fire when they should, and not while all is well', async () => {
      assert.deepEqual(Object.keys(TROUBLE).sort(), alerts.map(({ alert }) => alert).sort());
      const test = (name: string, series: Series, firing: string | null) => ({
        ...{ name, interval: '1m' },
        input_series: Object.entries(series).map(([text, values]) => ({ series: labelled(text), values })),
        promql_expr_test: [
          {
            expr: firing ? `max(ALERTS{alertname="${firing}",alertstate="firing"})` : 'ALERTS',
            ...{ eval_time: '90m', exp_samples: firing ? [{ labels: '{}', value: 1 }] : [] },
          },
        ],
      });
      const tests = [
        test('all is well', WELL, null),
        ...Object.entries(TROUBLE).map(([alert, series]) => test(alert, series, alert)),
      ];
      const file = await write('tests.yaml', { rule_files: [join(ROOT, RULES)], evaluation_interval: '1m', tests });
      await promtool('test', 'rules', file);
    });
  });
});
