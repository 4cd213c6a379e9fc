import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inText, literals, made } from './literals.js';
import { parse } from './parse.js';
import { stepsOf } from './steps.js';
import { superLinear } from './super-linear.js';

/** Expressions with more than linear work, and what keeps their texts short. */
const BOUNDED: Readonly<Record<string, string>> = {
  'adapters/hash.js /=+$/': 'a digest of our own',
  'adapters/mem0/time.js /T[^Z+-]*$/': 'a time in ISO 8601',
  'cli/output/banner.js /\\/+$/': "the operator's own address",
  'cli/hooks/settings.js /\\/+$/': "the operator's own address",
  'cli/remote/remote.js /\\/+$/': "the operator's own address",
  'cli/remote/running.js /\\/+$/': "the operator's own address",
  'client/transport.js /\\/+$/': "the client's own address",
  'config/setting.js /\\/+$/': "the operator's own setting",
  'kernel/endpoint.js /\\/+$/': "the operator's own setting",
  'edge/reference/openapi/described.js /\\{([^}]+)\\}/g': 'a path of the catalogue',
  'readers/risk/hidden.js /=+$/': 'two characters at most: what was matched before ends so',
};
/** The same for those that read texts of callers, by the beginning of their names: the most characters that they receive. */
const READ: Readonly<Record<string, number>> = {
  'readers/summary/turning-points.js /^(?:(?:oh|well': 2_000,
  'ranking/hybrid/reading.js /\\s*\\[': 400,
};

describe('the work of a regular expression', () => {
  test('grows no faster than its text, unless the text is known to be short', async (t) => {
    const all = [...literals(), ...(await made())];
    assert.ok(all.length > 300, `${all.length} were found`);
    const unexpected: string[] = [];
    const met = new Set<string>();
    for (const { file, source, flags } of all) {
      const found = superLinear({ source, flags });
      if (!found) continue;
      const name = `${file} /${source}/${flags}`;
      const known = name in BOUNDED ? name : Object.keys(READ).find((beginning) => name.startsWith(beginning));
      if (known) met.add(known);
      else
        unexpected.push(`${name}: ${found.growth.toFixed(1)} times the steps on twice ${JSON.stringify(found.text)}`);
    }
    t.diagnostic(`${all.length} expressions, ${met.size} of them bounded by their texts`);
    assert.deepEqual(unexpected, []);
    const stale = [...Object.keys(BOUNDED), ...Object.keys(READ)].filter((name) => !met.has(name));
    assert.deepEqual(stale, [], 'these are linear by now, or gone');
  });

  test('is counted as in an engine that retries from every position', () => {
    const failing = [
      '(a+)+$',
      'a*a*$',
      '[.!?]+(?=\\s)',
      '\\s*,\\s*',
      '(a|aa)+b',
      '[^"]*"',
      '^[^,]*\\b(?:one|two)\\b[^,]*$',
    ];
    for (const source of failing) {
      assert.ok(superLinear({ source, flags: 'u' }), `/${source}/`);
    }
    for (const source of ['^a+$', 'a+', '(?<!a)a+b', '\\d{1,3}(?:,\\d{3})*', '\\bword\\b']) {
      assert.equal(superLinear({ source, flags: 'u' }), null, `/${source}/`);
    }
    const steps = (length: number) => stepsOf(parse('a+$', ''), `${'a'.repeat(length)}b`);
    assert.ok(steps(200) / steps(100) > 3.5);
  });

  test('is checked wherever an expression is written', () => {
    const code =
      'const a = b / c / d; const e = /x\\/[/]y/gi.test(`/no/ $' + '{/yes/u.exec(f)} /no/`); // /no/\nreturn /z/;';
    assert.deepEqual(
      inText(code).map(({ source, flags }) => `/${source}/${flags}`),
      ['/x\\/[/]y/gi', '/yes/u', '/z/'],
    );
  });
});
