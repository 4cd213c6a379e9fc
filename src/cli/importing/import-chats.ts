import { basename } from 'node:path';
import { ApiError } from '../../client/errors.js';
import type { FoundConversation } from '../conversations/found.js';
import { oneLine } from '../conversations/message.js';
import { sendConversation, transportTo } from '../conversations/send.js';
import { EXIT, Failure } from '../failure.js';
import { masked } from '../hooks/secrets.js';
import { countText } from '../output/count-text.js';
import { Counter } from '../output/counter.js';
import { print } from '../remote/client.js';
import { remoteOf } from '../remote/remote.js';
import { stopSignals } from '../stop-signals.js';
import { conversationsOf, folderOf } from './chats.js';
import type { Found } from './detect.js';
import { hashOf, Journal } from './journal.js';
import type { ImportOptions } from './options.js';

const SHOWN = 5;
const ERRORS_SHOWN = 20;
const NAMES = { chatgpt: 'ChatGPT', claude: 'Claude', 'claude-code': 'Claude Code' } as const;

/** Sends the conversations of an export, each as its own session. */
export async function importChats(found: Found, options: ImportOptions): Promise<number> {
  const name = NAMES[found.kind as keyof typeof NAMES];
  if (options.dryRun) return showChats(found, name, options);
  const { userId } = options;
  if (userId === undefined) throw new Failure(`Use --user-id to say whose conversations with ${name} these are.`);
  const remote = remoteOf(options);
  const transport = transportTo(remote);
  // Another key has memories of its own.
  const target = [remote.url, remote.key, userId, options.agentId, options.namespace];
  const key = hashOf([found.kind, basename(found.path), ...target]);
  const journal = await Journal.open(await folderOf(found.path), key, options.restart === true);
  const { signal } = stopSignals();
  const counter = new Counter(process.stderr, 'Sent');
  const done = { sent: 0, added: 0, there: 0, unchanged: 0, empty: 0, errors: 0 };
  const fail = (what: string, message: string) => {
    if (++done.errors <= ERRORS_SHOWN) process.stderr.write(`${oneLine(what, 200)}: ${oneLine(message, 500)}\n`);
  };
  for await (const conversation of conversationsOf(found)) {
    if (signal.aborted) break;
    if (!conversation) {
      fail('an entry', 'It is not a readable conversation.');
      continue;
    }
    const { title, messages } = prepared(conversation, options.mask !== false);
    const hash = hashOf(messages);
    const id = conversation.id || `conversation-${hash}`;
    if (messages.length === 0) done.empty++;
    else if (journal.isDone(id, hash)) done.unchanged++;
    else {
      try {
        const sent = await sendConversation(
          transport,
          {
            user_id: userId,
            ...{ agent_id: options.agentId, namespace: options.namespace },
            session_id: id.slice(0, 256),
            metadata: {
              source: found.kind,
              ...(title ? { [found.kind === 'claude-code' ? 'project' : 'title']: title } : {}),
            },
            messages,
          },
          { signal, passed: (part) => counter.add(part.length, sizeOf(part)) },
        );
        await journal.add(id, hash);
        done.sent++;
        done.added += sent.added;
        done.there += sent.skipped;
      } catch (error) {
        if (signal.aborted) break;
        const isConversationError = error instanceof ApiError && [400, 409, 413, 422].includes(error.status);
        if (!isConversationError) {
          counter.end();
          const reason = (error as Error).message.replace(/\.$/, '');
          throw new Failure(
            `${reason}; ${countText(done.sent, 'conversation was', 'conversations were')} already sent. Run it again to continue.`,
          );
        }
        fail(`${id}${title ? ` (${title})` : ''}`, error.message);
      }
    }
  }
  counter.end();
  if (signal.aborted)
    throw new Failure(
      `Stopped after ${countText(done.sent, 'conversation')}. Run it again to continue; nothing is sent twice.`,
    );
  if (done.errors > ERRORS_SHOWN) process.stderr.write(`and ${done.errors - ERRORS_SHOWN} more\n`);
  print(
    `Imported ${countText(done.sent, 'conversation')} with ${name}: ${countText(done.added, 'turn')} added, ${done.there} already stored; ` +
      `${done.unchanged} unchanged, ${done.empty} empty, ${countText(done.errors, 'error')} in ${counter.seconds.toFixed(1)} s.`,
  );
  return done.errors > 0 ? EXIT.failure : EXIT.ok;
}

async function showChats(found: Found, name: string, options: ImportOptions): Promise<number> {
  const shown: string[] = [];
  let [count, messages, empty, errors] = [0, 0, 0, 0];
  for await (const conversation of conversationsOf(found)) {
    if (!conversation) errors++;
    else if (conversation.messages.length === 0) empty++;
    else {
      count++;
      messages += conversation.messages.length;
      if (shown.length >= SHOWN) continue;
      const first = prepared(conversation, options.mask !== false).messages[0]?.content ?? '';
      const title = oneLine(conversation.title || conversation.id, 80);
      shown.push(`  ${title}: ${countText(conversation.messages.length, 'message')}, “${oneLine(first, 60)}”`);
    }
  }
  const rest = count > shown.length ? [`  and ${count - shown.length} more`] : [];
  print(
    [
      `${found.path}: ${countText(count, 'conversation')} with ${name}, ${countText(messages, 'message')}, ${empty} empty, ${countText(errors, 'error')}.`,
      ...shown,
      ...rest,
      'Nothing was sent.',
    ].join('\n'),
  );
  return EXIT.ok;
}

/** Without secrets, unless they are wanted. */
const prepared = ({ title, messages }: FoundConversation, masks: boolean) => ({
  title: title.slice(0, 200),
  messages: masks ? messages.map((message) => ({ ...message, content: masked(message.content) })) : messages,
});

const sizeOf = (messages: readonly { content: string }[]) =>
  messages.reduce((sum, { content }) => sum + content.length, 0);
