#!/usr/bin/env node
// Runs the protocol's own tools against the built service: the conformance suite, the inspector's command line calling every tool, and mcp-remote
// signing in (with the chromium that RECOLLECT_TEST_CHROMIUM names). The first two need a newer Node than the service: like them, it is installed
// through npm, into a folder that is removed at the end (or kept, if RECOLLECT_MCP_TOOLS names it). Prints what passed, and the reason for every
// scenario that does not apply; exits with 1 on any other failure.
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { TOOL_CASES } from '../dist/src/edge/mcp/mcp.test.kit.js';
import { startTestService } from '../dist/test/support/service.js';
import { mcpRemote } from './mcp-remote.mjs';

const PACKAGES = [
  '@modelcontextprotocol/conformance@0.1.16',
  '@modelcontextprotocol/inspector@2.11.0',
  'mcp-remote@0.15.1',
  `node-${process.platform}-${process.arch}@22.23.3`,
];
// The suite assumes its own server, with tools, resources and prompts of these names.
const NEEDS_FIXTURE = `
  tools-call-simple-text tools-call-image tools-call-audio tools-call-embedded-resource tools-call-mixed-content tools-call-with-logging
  tools-call-error tools-call-with-progress tools-call-sampling tools-call-elicitation json-schema-2020-12
  elicitation-sep1034-defaults elicitation-sep1330-enums resources-read-text resources-read-binary resources-templates-read
  resources-subscribe resources-unsubscribe
  prompts-get-simple prompts-get-with-args prompts-get-embedded-resource prompts-get-with-image
`
  .trim()
  .split(/\s+/);
const reasonFor = (scenario) => {
  if (!NEEDS_FIXTURE.includes(scenario)) return undefined;
  const isSubscription = /^resources-(un)?subscribe$/.test(scenario);
  return `needs a fixture of the suite${isSubscription ? '; subscriptions are not declared' : ''}`;
};

const given = process.env.RECOLLECT_MCP_TOOLS;
const folder = given ?? mkdtempSync(join(tmpdir(), 'recollect-mcp-tools-'));
const bin = (name) => join(folder, 'node_modules', '.bin', name);
const node22 = join(folder, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
const remote = join(folder, 'node_modules', 'mcp-remote', 'dist', 'proxy.js');
const chromium = process.env.RECOLLECT_TEST_CHROMIUM;
const run = promisify(execFile);
let failures = 0;
let passed = 0;

function report(ok, name, detail = '') {
  if (ok) passed++;
  else failures++;
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name}${detail ? `: ${detail}` : ''}`);
}

function install() {
  if (existsSync(node22) && existsSync(remote)) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error', '--before=2026-10-20'];
  execFileSync('npm', ['install', ...flags, ...PACKAGES], { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
}

/** The suite cannot send a key: this proxy adds it. */
async function withKey(url, key) {
  const { hostname, port } = new URL(url);
  const proxy = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${key}` };
    const onward = request({ hostname, port, path: incoming.url, method: incoming.method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${proxy.address().port}/mcp`, close: () => proxy.close() };
}

async function conformance(url) {
  const { stdout } = await run(node22, [bin('conformance'), 'list', '--server']);
  const scenarios = [...stdout.matchAll(/^ {2}- (\S+)/gm)].map((match) => match[1]);
  if (scenarios.length === 0) throw new Error('the suite lists no scenario');
  for (const scenario of scenarios) {
    const reason = reasonFor(scenario);
    if (reason) {
      console.log(`n/a  ${scenario}: ${reason}`);
      continue;
    }
    const args = [bin('conformance'), 'server', '--url', url, '--scenario', scenario];
    const outcome = await run(node22, args, { cwd: folder }).then(
      () => '',
      (error) => `${error.stdout ?? error.message}`.match(/Error: .*/)?.[0] ?? 'failed',
    );
    report(outcome === '', scenario, outcome);
  }
}

async function inspector(url, key) {
  const call = async (...args) => {
    const header = ['--header', `Authorization: Bearer ${key}`];
    const all = [bin('mcp-inspector'), '--cli', url, '--transport', 'http', ...header, ...args];
    const { stdout } = await run(node22, all, { cwd: folder, env: { ...process.env, HOME: folder } });
    return JSON.parse(stdout);
  };
  const listed = (await call('--method', 'tools/list')).tools.map((tool) => tool.name);
  report(listed.length >= 12, `inspector lists ${listed.length} tools`);
  let ids = {};
  const called = new Set();
  for (const { tool, input, keep } of TOOL_CASES) {
    const pairs = Object.entries(input(ids)).map(
      ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
    );
    const args = pairs.flatMap((pair) => ['--tool-arg', pair]);
    try {
      const response = await call('--method', 'tools/call', '--tool-name', tool, ...args);
      if (response.isError) throw new Error(JSON.stringify(response.content));
      ids = { ...ids, ...keep?.(response.structuredContent) };
      called.add(tool);
      report(true, `inspector calls ${tool}`);
    } catch (error) {
      report(false, `inspector calls ${tool}`, String(error.stderr || error.message).slice(0, 300));
    }
  }
  for (const name of listed) if (!called.has(name)) report(false, `inspector calls ${name}`, 'no case for it');
}

install();
const service = await startTestService('sqlite');
const { key } = await service.mint();
const proxy = await withKey(service.url, key);
try {
  await conformance(proxy.url);
  await inspector(`${service.url}/mcp`, (await service.mint()).key);
  if (chromium) await mcpRemote(remote, chromium, report);
  else console.log('n/a  mcp-remote: RECOLLECT_TEST_CHROMIUM is not set to the path of a chromium');
} finally {
  proxy.close();
  await service.stop();
  await service.place.remove();
  if (!given) rmSync(folder, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failures} failed, ${NEEDS_FIXTURE.length} not applicable`);
process.exit(failures ? 1 : 0);
