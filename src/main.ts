#!/usr/bin/env node

/** Milliseconds granted to whatever is still open: a start that failed halfway must not hang. */
const LAST_MOMENT = 1_000;

const words = process.argv.slice(2);
// Whoever reads the output, such as `head`, may have seen enough: the command still does its work.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
// An agent waits for its hooks: they load nothing but themselves.
const isHook = words[0] === 'hook' && !words.includes('--help') && words.length > 1;
const code = isHook
  ? await (await import('./cli/hooks/main.js')).run(words.slice(1))
  : await (await import('./cli/program.js')).run(words);
process.exitCode = code;
setTimeout(() => process.exit(code), LAST_MOMENT).unref();
