import { useSignal } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import { AuthenticationError } from '../../../client/index.js';
import { messageOf } from '../../api.js';
import { bytesText, countText } from '../../lib/amounts.js';
import { CallButton } from '../../parts/call.js';
import { Button, Field } from '../../parts/controls.js';
import { Message } from '../../parts/text.js';
import { changes } from '../../state/pending.js';
import { sessionEnded } from '../../state/session.js';
import { Progress } from './progress.js';
import { ImportReport } from './report.js';
import { importFile, NOTHING, type Report } from './run.js';

type State = 'ready' | 'running' | 'stopped' | 'done';

/** Imports a file in pieces, with an optional dry run first. */
export function Import() {
  const id = useId();
  const file = useSignal<File | null>(null);
  const user = useSignal('');
  const agent = useSignal('');
  const state = useSignal<State>('ready');
  const isTrial = useSignal(false);
  const report = useSignal<Report>(NOTHING);
  const problem = useSignal('');
  const line = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => line.current?.abort(), []);
  const options = {
    ...(user.value.trim() ? { user_id: user.value.trim() } : {}),
    ...(agent.value.trim() ? { agent_id: agent.value.trim() } : {}),
  };
  const choose = (chosen: File | null) => {
    file.value = chosen;
    state.value = 'ready';
    problem.value = '';
    report.value = NOTHING;
  };
  const run = async (trial: boolean, from: Report) => {
    if (!file.value) return;
    const controller = new AbortController();
    line.current = controller;
    [state.value, problem.value, isTrial.value, report.value] = ['running', '', trial, from];
    try {
      const given = { ...options, ...(trial ? { dry_run: true } : {}) };
      report.value = await importFile(
        file.value,
        given,
        from,
        (now) => {
          report.value = now;
        },
        controller.signal,
      );
      state.value = 'done';
    } catch (error) {
      state.value = 'stopped';
      problem.value = controller.signal.aborted ? 'Stopped.' : messageOf(error);
      if (error instanceof AuthenticationError) sessionEnded();
    } finally {
      if (!trial) changes.value++;
    }
  };
  const busy = state.value === 'running';
  const lines = report.value.lines;
  return (
    <section class="card transfer-part" aria-label="Import">
      <h2>Import</h2>
      <p class="soft">
        An export from this service, or from agentmemo, mem0, Zep, the MCP memory server or OpenMemory: JSON Lines or a
        JSON document, gzipped or not. Importing the same file twice adds nothing.
      </p>
      <div class="field">
        <label for={id}>File</label>
        <input
          id={id}
          type="file"
          accept=".json,.ndjson,.jsonl,.gz,application/json,application/x-ndjson"
          disabled={busy}
          onChange={(event) => choose(event.currentTarget.files?.[0] ?? null)}
        />
      </div>
      <div class="columns">
        <Field label="Assign to user" value={user} placeholder="as in the file" />
        <Field label="Assign to agent" value={agent} placeholder="as in the file" />
      </div>
      <div class="actions">
        <Button disabled={!file.value} busy={busy} onClick={() => void run(true, NOTHING)}>
          Dry run
        </Button>
        <Button kind="main" disabled={!file.value} busy={busy} onClick={() => void run(false, NOTHING)}>
          Import
        </Button>
        {busy && <Button onClick={() => line.current?.abort()}>Stop</Button>}
        <CallButton
          name="Import"
          call={{ operation: 'memory.import', input: options, file: file.value?.name ?? 'memories.ndjson' }}
        />
      </div>
      {busy && file.value && (
        <Progress
          label="Import"
          value={file.value.size > 0 ? report.value.bytes / file.value.size : null}
          text={`${countText(lines, 'entry', 'entries')}, ${bytesText(report.value.bytes)} of ${bytesText(file.value.size)}`}
        />
      )}
      {state.value === 'stopped' && (
        <div class="notice bad" role="alert">
          <p>
            <Message text={problem.value} />{' '}
            {lines > 0 && !isTrial.value && `Already imported: ${countText(lines, 'entry', 'entries')}.`}
          </p>
          {lines > 0 && (
            <Button onClick={() => void run(isTrial.value, report.value)}>
              Continue from {report.value.areLines ? 'line' : 'entry'} {(lines + 1).toLocaleString()}
            </Button>
          )}
        </div>
      )}
      {lines > 0 && !busy && (
        <ImportReport report={report.value} isTrial={isTrial.value} isWhole={state.value === 'done'} />
      )}
    </section>
  );
}
