import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { queryOf } from '../../../client/transport.js';
import { client, showError } from '../../api.js';
import { bytesText, countText } from '../../lib/amounts.js';
import { CallButton } from '../../parts/call.js';
import { Button, Choice, Field } from '../../parts/controls.js';
import { begin } from '../../state/calls.js';
import { boundUser } from '../../state/session.js';
import { Progress } from './progress.js';
import { canStream, endOf, type Saved, type Sink, save, sinkFor } from './save.js';

const FORMATS = [
  ['ndjson', 'JSON Lines: any size, can be imported'],
  ['json', 'JSON: one document, can be imported'],
  ['markdown', 'Markdown: for reading'],
  ['everything', 'Everything about the user, with versions (JSON)'],
] as const;
type Format = (typeof FORMATS)[number][0];
const TYPES: Record<Format, [end: string, type: string]> = {
  ndjson: ['ndjson', 'application/x-ndjson'],
  json: ['json', 'application/json'],
  markdown: ['md', 'text/markdown'],
  everything: ['json', 'application/json'],
};

interface Running extends Saved {
  total: number | null;
  kind: Sink['kind'];
}

/** Exports everything under the key, or one user, to a file. */
export function Export() {
  const user = useSignal('');
  const format = useSignal<Format>('ndjson');
  const running = useSignal<Running | null>(null);
  const done = useSignal('');
  const line = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => line.current?.abort(), []);
  const who = boundUser.value ?? user.value.trim();
  const call =
    format.value === 'everything'
      ? { operation: 'users.export', input: { id: who } }
      : { operation: 'memory.export', input: { ...(who ? { user_id: who } : {}), format: format.value } };
  // Calls that a bound key may not make are not offered.
  const formats = FORMATS.filter(([name]) => name !== 'everything' || boundUser.value === null);
  const start = async () => {
    const [end, type] = TYPES[format.value];
    const controller = new AbortController();
    line.current = controller;
    done.value = '';
    let sink: Sink | undefined;
    try {
      sink = await sinkFor(`recollect${who ? '-user' : ''}-${new Date().toISOString().slice(0, 10)}.${end}`, type);
      running.value = { bytes: 0, lines: 0, total: null, kind: sink.kind };
      void countFor(who).then((total) => {
        if (running.value && line.current === controller) running.value = { ...running.value, total };
      });
      done.value = await exported(call, sink, controller.signal, (so) => {
        if (running.value) running.value = { ...running.value, ...so };
      });
    } catch (error) {
      await sink?.abort().catch(() => {});
      showError(error);
    } finally {
      running.value = null;
    }
  };
  return (
    <section class="card transfer-part" aria-label="Export">
      <h2>Export</h2>
      <p class="soft">Everything stored, including expired and superseded memories, oldest first.</p>
      <div class="columns">
        {boundUser.value === null && <Field label="User" value={user} placeholder="all users" />}
        <Choice label="Format" value={format} options={formats} />
      </div>
      {!canStream() && (
        <p class="soft small">
          This browser cannot write to a file as the export arrives, so the page holds all of it until it is complete.
          For a large export, use <code>npx recollect export</code>.
        </p>
      )}
      <div class="actions">
        <Button
          kind="main"
          busy={running.value !== null}
          disabled={format.value === 'everything' && !who}
          onClick={() => void start()}
        >
          Export
        </Button>
        {running.value && <Button onClick={() => line.current?.abort()}>Stop</Button>}
        <CallButton name="Export" call={call} />
      </div>
      {format.value === 'everything' && !who && <p class="soft small">Enter a user first.</p>}
      {running.value && (
        <Progress
          label="Export"
          value={running.value.total ? running.value.lines / running.value.total : null}
          text={`${bytesText(running.value.bytes)}, ${countText(running.value.lines, 'record')}${
            running.value.total === null ? '' : ` of about ${running.value.total.toLocaleString()}`
          }${running.value.kind === 'memory' ? ', held in memory' : ''}`}
        />
      )}
      {done.value && (
        <p class="notice good" role="status">
          {done.value}
        </p>
      )}
    </section>
  );
}

/** The expected number of entries, for the progress bar; null if unknown. */
async function countFor(user: string): Promise<number | null> {
  try {
    const all = { include_expired: true, include_superseded: true };
    return (await client.memory.facets({ ...all, ...(user ? { user_id: user } : {}) })).total;
  } catch {
    return null;
  }
}

async function exported(
  call: { operation: string; input: { id?: string; user_id?: string; format?: string } },
  sink: Sink,
  signal: AbortSignal,
  passed: (so: Saved) => void,
): Promise<string> {
  const { id, ...query } = call.input;
  const address = id === undefined ? `/memory/export?${queryOf(query)}` : `/users/${encodeURIComponent(id)}/memories`;
  const end = begin(call);
  try {
    const { bytes, tail } = await save(address, sink, passed, signal);
    const counts = query.format === 'ndjson' ? endOf(tail) : {};
    if (!counts) throw new Error('The export was cut off. Try again.');
    await sink.close();
    end('ok');
    const kinds = Object.entries(counts).filter(([, count]) => count > 0);
    const summary = kinds.map(([kind, count]) => `${count.toLocaleString()} ${kind}`).join(', ');
    return `Done: ${summary ? `${summary}, ` : ''}${bytesText(bytes)}.`;
  } catch (error) {
    end('failed');
    throw error;
  }
}
