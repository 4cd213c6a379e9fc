import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { EXIT, Failure } from '../failure.js';
import { countText } from '../output/count-text.js';
import { Counter } from '../output/counter.js';
import { asked, print, printJson } from '../remote/client.js';
import { type RemoteOptions, remoteOf } from '../remote/remote.js';
import { stopSignals } from '../stop-signals.js';
import { decoded, titleOf } from './decode.js';
import { type ParseOptions, parseConversation } from './parse.js';
import { sendConversation, transportTo } from './send.js';

export interface IngestOptions extends RemoteOptions, ParseOptions {
  userId: string;
  agentId?: string;
  namespace?: string;
  session?: string;
  json?: boolean;
}

/** Sends one conversation; without a file, or with `-`, from standard input. */
export async function ingestCommand(file: string | undefined, options: IngestOptions): Promise<number> {
  const remote = remoteOf(options);
  const name = file ?? '-';
  const bytes = await bytesOf(name);
  const { me, plain } = options;
  const messages = parseConversation(decoded(bytes, name), name, {
    ...(me !== undefined && { me }),
    ...(plain && { plain }),
  });
  const { signal } = stopSignals();
  const counter = new Counter(process.stderr, 'Sent');
  const conversation = {
    user_id: options.userId,
    ...{ agent_id: options.agentId, namespace: options.namespace },
    session_id: options.session ?? `file-${hash('sha256', bytes).slice(0, 32)}`,
    messages,
  };
  const passed = (part: readonly { content: string }[]) =>
    counter.add(
      part.length,
      part.reduce((sum, { content }) => sum + content.length, 0),
    );
  try {
    const sent = await asked(sendConversation(transportTo(remote), conversation, { signal, passed }));
    counter.end();
    if (options.json) printJson(sent);
    else
      print(
        `Session ${sent.session_id}: ${countText(sent.received, 'message')}, ${sent.added} added, ${sent.skipped} already stored.`,
      );
    return EXIT.ok;
  } catch (error) {
    counter.end();
    if (!signal.aborted) throw error;
    throw new Failure('Stopped. What was sent so far is stored. Run it again to continue; nothing is sent twice.');
  }
}

async function bytesOf(name: string): Promise<Buffer> {
  if (name !== '-') {
    return readFile(name).catch((error: NodeJS.ErrnoException) => {
      const hint = error.code === 'EISDIR' ? ' It is a folder: use recollect import.' : '';
      throw new Failure(`Cannot read ${name}: ${error.code}.${hint}`);
    });
  }
  if (process.stdin.isTTY) throw new Failure(`${titleOf(name)} is a terminal: name a file, or pipe a conversation in.`);
  return buffer(process.stdin);
}
