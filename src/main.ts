#!/usr/bin/env node
import { run } from './cli/program.js';

/** Milliseconds that whatever is still open gets; a start that failed half-way must not hang. */
const LAST_MOMENT = 1_000;

const code = await run(process.argv.slice(2));
process.exitCode = code;
setTimeout(() => process.exit(code), LAST_MOMENT).unref();
