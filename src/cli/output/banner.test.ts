import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import pc from 'picocolors';
import { loadConfig } from '../../config/config.js';
import { presenceNote } from '../model/presence.js';
import { type BannerFacts, banner, curlLines } from './banner.js';

const plain = pc.createColors(false);
const factsOf = (env: Record<string, string> = {}, more: Partial<BannerFacts> = {}): BannerFacts => ({
  url: 'http://127.0.0.1:4321',
  config: loadConfig({ env, cwd: '/srv/app' }),
  missing: '',
  admin: { key: 'rec_admin_new', others: [], created: true, file: '/srv/app/.recollect/admin-key' },
  onTerminal: true,
  ...more,
});

describe('the banner', () => {
  it('says where the service listens, where the data is, which model it has and where the reference is', () => {
    const text = banner(factsOf(), plain);
    assert.match(text, /listens on http:\/\/127\.0\.0\.1:4321$/m);
    assert.match(text, /data +.*\.recollect.recollect\.db \(SQLite\)/);
    assert.match(text, /model +recollect-embed-1 \(local\)/);
    assert.match(text, /docs +http:\/\/127\.0\.0\.1:4321\/docs/);
  });

  it('does not claim a model that is not there', () => {
    const missing = presenceNote('fetching', 'bge-small-en-v1.5');
    const text = banner(factsOf({ RECOLLECT_MODEL: 'bge-small-en-v1.5' }, { missing }), plain);
    assert.match(text, /model +bge-small-en-v1\.5 is being downloaded; until then memories are found by words/);
    assert.match(presenceNote('missing', 'bge-small-en-v1.5'), /not installed: run recollect model install bge-small/);
    assert.match(presenceNote('missing', 'recollect-embed-1'), /not installed: install the service again/);
  });

  it('shows the admin credential only if it was just created', () => {
    const file = '/srv/app/.recollect/admin-key';
    const now = banner(factsOf(), plain);
    assert.ok(now.includes('rec_admin_new') && now.includes(`shown once, stored in ${file}`));
    const later = banner(factsOf({}, { admin: { key: 'rec_admin_old', others: [], created: false, file } }), plain);
    assert.ok(!later.includes('rec_admin_old') && later.includes(`stored in ${file}`));
    const configured = banner(
      factsOf({}, { admin: { key: 'rec_admin_set', others: [], created: false, file: null } }),
      plain,
    );
    assert.ok(!configured.includes('rec_admin_set') && configured.includes('as configured'));
  });

  it('does not write the admin credential into a file or log: it says where it is and how to read it', () => {
    const text = banner(factsOf({}, { onTerminal: false }), plain);
    assert.ok(!text.includes('rec_admin_'));
    assert.ok(
      text.includes("stored in /srv/app/.recollect/admin-key; read it with: cat '/srv/app/.recollect/admin-key'"),
    );
  });

  it('shows the console sign-in link only on a terminal', () => {
    const consoleLink = 'http://0.0.0.0:4321/console#link=rec_cl_once';
    assert.match(
      banner(factsOf({}, { consoleLink }), plain),
      /console +http:\/\/127\.0\.0\.1:4321\/console#link=rec_cl_once /,
    );
    assert.ok(!banner(factsOf({}, { consoleLink, onTerminal: false }), plain).includes('rec_cl_'));
    assert.ok(!banner(factsOf({}, { consoleLink: null }), plain).includes('console'));
  });

  it('does not show passwords', () => {
    const text = banner(factsOf({ DATABASE_URL: 'postgres://ada:pa55word@db.example/x?sslpassword=pa55word' }), plain);
    assert.ok(text.includes('postgres://ada:***@db.example/x'));
    assert.ok(!text.includes('pa55word'));
  });

  it('uses the loopback address if the service listens on all interfaces', () => {
    assert.ok(
      curlLines(factsOf({}, { url: 'http://0.0.0.0:80' })).every((line) => line.includes('http://127.0.0.1:80/')),
    );
    assert.ok(curlLines(factsOf({}, { url: 'http://[::]:80' })).every((line) => line.includes('http://[::1]:80/')));
  });

  it('shows the most accurate search', () => assert.match(curlLines(factsOf()).at(-1) ?? '', / -d ranking=hybrid /));

  it('mints a key with the admin credential if sign-up is off', () => {
    const [kept = ''] = curlLines(factsOf({ RECOLLECT_SIGNUP: 'off' }));
    assert.ok(kept.includes(`/auth/keys -H "Authorization: Bearer $(cat '/srv/app/.recollect/admin-key')"`), kept);
    const admin = { key: 'x', others: [], created: false, file: null };
    const [configured = ''] = curlLines(factsOf({ RECOLLECT_SIGNUP: 'off' }, { admin }));
    assert.ok(configured.includes('Bearer $RECOLLECT_ADMIN_KEY"'), configured);
    const rotated = curlLines(factsOf({ RECOLLECT_SIGNUP: 'off' }, { admin: { ...admin, others: ['y'] } }))[0] ?? '';
    assert.ok(rotated.includes('Bearer $(echo $RECOLLECT_ADMIN_KEY | cut -d, -f1)"'), rotated);
  });

  it('finds the key in the sign-up response, whatever the order of its fields', () => {
    const sed = /\| (sed .*)\)$/.exec(curlLines(factsOf())[0] ?? '')?.[1] ?? '';
    for (const response of [
      '{"id":"rec_pk_1","key":"rec_sk_abc","api_key":"rec_sk_abc","name":"me"}',
      '{"api_key":"rec_sk_abc","name":"me","id":"rec_pk_1","key":"rec_sk_abc"}',
    ]) {
      assert.equal(execFileSync('sh', ['-c', sed], { input: response, encoding: 'utf8' }).trim(), 'rec_sk_abc');
    }
  });
});
