import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { SETTINGS } from './settings.js';
import { settingsTable } from './settings-table.js';

// Relative to dist/src/config, where this file is at run time.
const page = readFileSync(new URL('../../../docs/configuration.md', import.meta.url), 'utf8');

describe('docs/configuration.md', () => {
  it('has the table of all settings as the code has them', () => {
    const table = settingsTable().join('\n');
    assert.ok(page.includes(table), `Put this table into docs/configuration.md:\n${table}`);
  });

  for (const { env, flag } of SETTINGS) {
    it(`names ${env} and ${flag}`, () => {
      assert.ok(page.includes(`\`${env}\``) && page.includes(`\`${flag}\``));
    });
  }
});
