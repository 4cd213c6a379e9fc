// What the scripts that measure through a running service share.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

export const readData = (name) => readFileSync(new URL(`./data/${name}`, import.meta.url), 'utf8');
export const readLines = (name) =>
  readData(name)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
export const readFolder = (name) =>
  readdirSync(new URL(`./data/${name}/`, import.meta.url)).map((file) => JSON.parse(readData(`${name}/${file}`)));

/** The lives on which constants are chosen; the others are for reporting. */
export const TUNING = ['android-khang', 'choir-henrike', 'florist-ines', 'glacier-giulia', 'qa-kiran'];
/** Whether a store is never trained on (as in files.py). */
export const isHeldOut = (name) => createHash('sha256').update(name).digest()[0] % 10 === 0;
/** Whether a pair of a life cannot both hold. */
export const isClash = ({ label }) => label === 'conflict' || label === 'partial';
export const pairOf = (a, b) => [a, b].sort().join();

/** From the script's arguments: the function that calls the service. */
export function serviceFromArguments() {
  const [script, url, key] = process.argv.slice(1);
  if (!key) throw new Error(`usage: node ${script} URL KEY`);
  return async (method, path, body) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const response = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) });
    if (!response.ok) throw new Error(await response.text());
    return response.json();
  };
}

/** Stores memories as a user's; returns the ids they have in the data by the ids they got. */
export async function storeAll(call, user, given) {
  const ids = new Map();
  for (let at = 0; at < given.length; at += 100) {
    const part = given.slice(at, at + 100);
    const memories = part.map(({ text, at: from }) => ({
      ...{ user_id: user, content: text, dedupe: false, valid_from: from },
    }));
    const { results } = await call('POST', '/memory/batch', { memories });
    for (const [i, { id }] of results.entries()) ids.set(id, part[i].id);
  }
  return ids;
}

/** Stores the lives, with `ids` as above, and waits until the background has embedded and compared everything. */
export async function storeLives(call) {
  const lives = readFolder('lives');
  for (const life of lives) life.ids = await storeAll(call, life.life, life.memories);
  await setTimeout(60_000);
  return lives;
}
