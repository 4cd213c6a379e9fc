import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { FILE_SUFFIX } from './secret-file.js';
import { SETTINGS, type Setting } from './settings.js';
import { defaultText } from './settings-table.js';

// Relative to dist/src/config, where this file is at run time.
const page = readFileSync(new URL('../../../docs/configuration.md', import.meta.url), 'utf8');

const cell = (text: string) => text.replaceAll('|', '\\|');

function row(setting: Setting): string {
  const variables = setting.fromFile ? [setting.env, setting.env + FILE_SUFFIX] : [setting.env];
  const names = [...variables, setting.flag, setting.name].map((name) => `\`${name}\``).join('<br>');
  const notes = setting.secret ? `${setting.describe} Secret.` : setting.describe;
  const standard = setting.defaultText ?? (defaultText(setting) ? `\`${defaultText(setting)}\`` : '–');
  return `| ${names} | ${cell(standard)} | ${cell(setting.allowed)} | ${cell(notes)} |`;
}

/** The table in docs/configuration.md. */
const table = [
  '| environment, flag, file key | default | allowed | what it does |',
  '| --- | --- | --- | --- |',
  ...SETTINGS.filter(({ name }) => name !== 'config').map(row),
].join('\n');

describe('docs/configuration.md', () => {
  it('has a table of all settings that matches the code', () => {
    assert.ok(page.includes(table), `Put this table into docs/configuration.md:\n${table}`);
  });

  for (const { env, flag } of SETTINGS) {
    it(`names ${env} and ${flag}`, () => {
      assert.ok(page.includes(`\`${env}\``) && page.includes(`\`${flag}\``));
    });
  }
});
