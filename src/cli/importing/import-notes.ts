import { readFile } from 'node:fs/promises';
import { basename, relative, resolve, sep } from 'node:path';
import { ConflictError } from '../../client/errors.js';
import type { Recollect } from '../../client/index.js';
import { decoded } from '../conversations/decode.js';
import { oneLine } from '../conversations/message.js';
import { EXIT, Failure } from '../failure.js';
import { countText } from '../output/count-text.js';
import { Counter } from '../output/counter.js';
import { asked, clientOf, print } from '../remote/client.js';
import { stopSignals } from '../stop-signals.js';
import type { Found } from './detect.js';
import { filesBelow } from './files.js';
import { hashOf } from './journal.js';
import { type Piece, piecesOf } from './note.js';
import type { ImportOptions } from './options.js';

/** A memory that an earlier run created from a piece. */
interface Kept {
  id: string;
  agent_id: string;
  namespace: string;
  notes: string;
  path: unknown;
  place: string;
  hash: string;
}
interface Plan {
  added: Piece[];
  changed: { piece: Piece; id: string }[];
  /** The same text in another place, or under another name of the folder. */
  moved: { piece: Piece; id: string }[];
  vanished: Kept[];
  unchanged: number;
}

const BATCH = 100;
const SHOWN = 5;
const ERRORS_SHOWN = 20;

/** Keeps memories in sync with a folder of notes, one way. The service is asked what it already has, so no state is kept here. */
export async function importNotes({ path }: Found, options: ImportOptions): Promise<number> {
  const { userId } = options;
  if (userId === undefined) throw new Failure('Use --user-id to say whose notes these are.');
  const client = clientOf(options);
  const scope = { user_id: userId, agent_id: options.agentId, namespace: options.namespace };
  // The same folder for another agent or in another namespace is another source.
  const { agent_id, namespace } = scope;
  const nameOf = (source: unknown) => `${basename(resolve(path))}-${hashOf(source).slice(0, 8)}`;
  const plain = nameOf(resolve(path));
  const vault = agent_id || namespace ? nameOf([resolve(path), agent_id, namespace]) : plain;
  const { pieces, unreadable } = await readNotes(path);
  // It had the plain name for all of them once.
  const former = vault === plain ? [] : await keptIn(client, scope, plain);
  const isOwn = (one: Kept) => one.agent_id === (agent_id ?? 'default') && one.namespace === (namespace ?? 'default');
  const kept = [...former.filter(isOwn), ...(await keptIn(client, { user_id: userId }, vault))];
  const plan = planOf(
    pieces,
    kept.filter((one) => !unreadable.has(one.path)),
    vault,
  );
  if (options.dryRun) return showPlan(path, plan);
  const { signal } = stopSignals();
  const counter = new Counter(process.stderr, 'Sent');
  const errors = [...unreadable.values()];
  const stopped = () => {
    if (signal.aborted) throw new Failure('The import was stopped. Run it again to continue; nothing is sent twice.');
  };
  for (let i = 0; i < plan.added.length; i += BATCH) {
    stopped();
    const part = plan.added.slice(i, i + BATCH);
    const memories = part.map((piece) => ({
      ...scope,
      content: piece.content,
      tags: piece.tags,
      metadata: metadataOf(piece, vault),
    }));
    const response = await asked(client.memory.batch({ memories }));
    for (const { index, error } of response.results) if (error) errors.push(`${part[index]?.place}: ${error}`);
    counter.add(
      part.length,
      part.reduce((sum, { content }) => sum + content.length, 0),
    );
  }
  for (const { piece, id } of plan.moved) {
    stopped();
    await asked(client.memory.update({ id, metadata: metadataOf(piece, vault) }));
  }
  for (const { piece, id } of plan.changed) {
    stopped();
    await asked(change(client, id, piece, vault));
    counter.add(1, piece.content.length);
  }
  for (const { id } of options.prune ? plan.vanished : []) {
    stopped();
    await asked(client.memory.forget({ id }));
  }
  counter.end();
  for (const error of errors.slice(0, ERRORS_SHOWN)) process.stderr.write(`${error}\n`);
  const gone = plan.vanished.length;
  const hint = gone > 0 && !options.prune ? ' (--prune forgets them)' : '';
  print(
    `Notes of ${path}: ${plan.added.length} new, ${plan.changed.length + plan.moved.length} changed, ${plan.unchanged} unchanged, ` +
      `${gone} ${options.prune ? 'forgotten' : 'vanished'}${hint}, ${countText(errors.length, 'error')} in ${counter.seconds.toFixed(1)} s.`,
  );
  return errors.length > 0 ? EXIT.failure : EXIT.ok;
}

/** If another memory already has the new text, the old one is only forgotten. */
async function change(client: Recollect, id: string, piece: Piece, vault: string): Promise<unknown> {
  try {
    return await client.memory.update({
      id,
      content: piece.content,
      tags: piece.tags,
      metadata: metadataOf(piece, vault),
    });
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    return client.memory.forget({ id });
  }
}

const metadataOf = (piece: Piece, vault: string) => ({
  ...{ source: 'notes', notes: vault, path: piece.path, place: piece.place, content_hash: hashOf(piece.content) },
  ...(piece.date === undefined ? {} : { date: piece.date }),
});

/** `unreadable` has what is wrong with each file that cannot be read, by its path. */
async function readNotes(path: string): Promise<{ pieces: Piece[]; unreadable: Map<unknown, string> }> {
  const pieces = new Map<string, Piece>();
  const unreadable = new Map<unknown, string>();
  for await (const file of filesBelow(path, /\.(md|markdown)$/i)) {
    const name = relative(path, file).split(sep).join('/');
    try {
      const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
        throw new Error(`${name} cannot be read (${error.code}).`);
      });
      if (bytes.toString('latin1').trim() === '') continue;
      // The same text twice is one memory.
      for (const piece of piecesOf(decoded(bytes, name), name))
        if (!pieces.has(piece.content)) pieces.set(piece.content, piece);
    } catch (error) {
      unreadable.set(name, (error as Error).message);
    }
  }
  return { pieces: [...pieces.values()], unreadable };
}

interface Scope {
  user_id: string;
  agent_id?: string | undefined;
  namespace?: string | undefined;
}

async function keptIn(client: Recollect, scope: Scope, notes: string): Promise<Kept[]> {
  const kept: Kept[] = [];
  const filter = { ...scope, metadata: { notes }, include_superseded: true, include_expired: true, limit: 100 };
  const read = async () => {
    for await (const { id, agent_id, namespace, metadata } of client.memory.list.items(filter)) {
      const { path, place, content_hash: hash } = metadata as Record<string, unknown>;
      if (typeof place === 'string' && typeof hash === 'string')
        kept.push({ id, agent_id, namespace, notes, path, place, hash });
    }
  };
  await asked(read());
  return kept;
}

/** What is unchanged is left alone, what moved or changed is updated, what is new is added. */
function planOf(pieces: readonly Piece[], kept: readonly Kept[], vault: string): Plan {
  const left = new Map(kept.map((one) => [one.id, one]));
  const hashes = new Map(kept.filter(({ notes }) => notes === vault).map((one) => [`${one.hash} ${one.place}`, one]));
  const plan: Plan = { added: [], changed: [], moved: [], vanished: [], unchanged: 0 };
  const others = pieces.filter((piece) => {
    const same = hashes.get(`${hashOf(piece.content)} ${piece.place}`);
    if (same && left.delete(same.id)) plan.unchanged++;
    return !same;
  });
  // Text that has only moved is matched by its content before its old place is given to another piece.
  const texts = new Map([...left.values()].map((one) => [one.hash, one.id]));
  const rest = others.filter((piece) => {
    const id = texts.get(hashOf(piece.content));
    const isMoved = id !== undefined && left.delete(id);
    if (isMoved) plan.moved.push({ piece, id });
    return !isMoved;
  });
  const places = new Map([...left.values()].map((one) => [one.place, one.id]));
  for (const piece of rest) {
    const id = places.get(piece.place);
    if (id !== undefined && left.delete(id)) plan.changed.push({ piece, id });
    else plan.added.push(piece);
  }
  plan.vanished = [...left.values()];
  return plan;
}

function showPlan(path: string, { added, changed, moved, vanished, unchanged }: Plan): number {
  const pieces = [...added, ...changed.map(({ piece }) => piece)];
  const shown = pieces
    .slice(0, SHOWN)
    .map(({ place, content }) => `  ${oneLine(place, 120)}: ${countText(content.length, 'character')}`);
  const rest = pieces.length > SHOWN ? [`  and ${pieces.length - SHOWN} more`] : [];
  const figures = `${added.length} new, ${changed.length + moved.length} changed, ${unchanged} unchanged, ${vanished.length} vanished`;
  print([`Notes of ${path}: ${figures}.`, ...shown, ...rest, 'Nothing was sent.'].join('\n'));
  return EXIT.ok;
}
