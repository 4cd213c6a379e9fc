import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startTestService, type TestService } from './support/service.js';

const ROOT = new URL('../../', import.meta.url);
const START = new URL('docs/start/', ROOT);
/** Inside the package, so that it can be imported by its own name. */
const WORK = new URL('dist/snippets/', ROOT);
const run = promisify(execFile);

/** The code blocks of one language on a page, in order, as one program. */
const blocks = (text: string, language: string) =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map((match) => match[1]);

/** A model that the page leaves to the person reading it. */
const MODEL = `import { MockLanguageModelV3 } from 'ai/test';
const model = new MockLanguageModelV3({ doGenerate: async () => ({ content: [{ type: 'text', text: 'a window seat' }],
  finishReason: { unified: 'stop', raw: undefined }, usage: { inputTokens: { total: 1 }, outputTokens: { total: 1 } }, warnings: [] }) });
`;

describe('the snippets of docs/start', async () => {
  let service: TestService;
  let key: string;
  before(async () => {
    service = await startTestService('sqlite');
    ({ key } = await service.mint());
    await mkdir(WORK, { recursive: true });
  });
  after(async () => {
    await service.stop();
    await service.place.remove();
    await rm(WORK, { recursive: true, force: true });
  });

  // The Python page runs in scripts/test-python.sh.
  const pages = (await readdir(START)).filter((name) => name.endsWith('.md') && name !== 'python.md');
  assert.ok(pages.length >= 5);
  for (const page of pages) {
    it(`${page} runs as it stands`, async () => {
      const text = await readFile(new URL(page, START), 'utf8');
      const shell = blocks(text, 'bash').join('\n');
      const script = blocks(text, 'ts').join('\n').replaceAll('http://127.0.0.1:7326', service.url);
      assert.ok(shell || script);
      if (shell) {
        const env = { PATH: process.env.PATH, URL: service.url, KEY: key };
        const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', shell], { env });
        assert.ok(stdout.length > 0 && !stdout.includes('"error"'), stdout);
      }
      if (script) {
        const file = new URL(page.replace('.md', '.mjs'), WORK);
        await writeFile(file, `${script.includes('generateText') ? MODEL : ''}${script}`);
        const env = { PATH: process.env.PATH, RECOLLECT_KEY: key };
        const { stdout } = await run(process.execPath, [fileURLToPath(file)], { env });
        assert.match(stdout, /window seat/);
      }
    });
  }
});
