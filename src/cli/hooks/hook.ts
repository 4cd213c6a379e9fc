import { join } from 'node:path';
import { isBlank } from '../../kernel/blank.js';
import type { Message } from '../conversations/message.js';
import { isRecord } from '../conversations/message.js';
import { ContextCopies, fetchContext } from './context.js';
import { type Happening, parseHookEvent, replyTo } from './events.js';
import { IGNORE_FILE, Ignored, projectFolder, projectName } from './ignore.js';
import { isPaused } from './pause.js';
import { masked } from './secrets.js';
import { hashOf, Sessions } from './session.js';
import type { HookSettings } from './settings.js';
import { Spool } from './spool.js';
import { pathsOf } from './tools.js';
import { answersSince, sizeOf } from './transcript.js';

/** Most characters: of a message, of a tool's outcome, and of what is searched for secrets at all. */
const LONGEST = { said: 60_000, tool: 2_000, read: 200_000 };
/** Milliseconds of the budget reserved for exiting. */
const LEAVING_MS = 40;

/** Handles one call of a hook: records what there is to record and returns what the agent waits for. */
export async function hear(
  settings: HookSettings,
  { event, payload, agent }: { event: string; payload: unknown; agent?: string },
): Promise<string | undefined> {
  const happening = isRecord(payload) && !isPaused(settings) ? parseHookEvent(event, payload, agent) : null;
  const context = happening ? await attend(settings, happening) : '';
  return replyTo(event, payload, context);
}

/** Returns the context, if one is wanted. */
async function attend(settings: HookSettings, happening: Happening): Promise<string> {
  const { cwd, agent, session } = happening;
  const folder = projectFolder(cwd);
  const ignored = Ignored.for(cwd, [join(settings.folder, '..', IGNORE_FILE)]);
  if (ignored.everything) return '';
  const spool = new Spool(settings.folder);
  const entry = { agent, session, project: projectName(folder) };
  const touches = happening.tool ? pathsOf(happening.tool).some((path) => ignored.has(path, cwd)) : false;
  const said = [...(touches ? [] : happening.messages), ...answersOf(happening, new Sessions(settings.folder))];
  const messages = said.flatMap((message) => prepared(message, settings.masks, folder));
  if (messages.length > 0) spool.add({ ...entry, messages });
  if (happening.isEnd) spool.add({ ...entry, messages: [], context: true });
  if (!happening.wantsContext) return '';
  const context = await contextInTime(settings, entry.project);
  if (context === null) spool.add({ ...entry, messages: [], context: true });
  return context ?? new ContextCopies(settings).read(entry.project);
}

/** Null if the service did not respond in time. */
async function contextInTime(settings: HookSettings, project: string): Promise<string | null> {
  const left = Math.floor(settings.budgetMs - performance.now() - LEAVING_MS);
  if (settings.key === undefined || left <= 0) return null;
  try {
    const text = await fetchContext(settings, project, left);
    new ContextCopies(settings).write(project, text);
    return text;
  } catch {
    return null;
  }
}

/** What the assistant has said since the last call, from its transcript or from what the agent passes. */
function answersOf({ transcript, isOver, answer, session }: Happening, sessions: Sessions): Message[] {
  const before = sessions.read(session);
  const isSame = before !== undefined && before.transcript === transcript;
  if (!isOver) {
    // What was said before the hooks were installed is left to an import.
    if (!isSame) sessions.write(session, { ...(transcript ? { transcript, offset: sizeOf(transcript) ?? 0 } : {}) });
    return [];
  }
  const heard = transcript ? answersSince(transcript, isSame ? before.offset : undefined) : null;
  const answers = heard?.answers ?? [];
  // The agent may call before it has written its last line: then that line appears again with the next call.
  const again = before?.ahead ? answers.findIndex(({ content }) => hashOf(content) === before.answer) : -1;
  if (again >= 0) answers.splice(again, 1);
  const passed = answer?.trim() ?? '';
  const isKnown = before?.answer === hashOf(passed) || answers.some(({ content }) => content.endsWith(passed));
  const isAhead = passed !== '' && !isKnown;
  if (isAhead) answers.push({ role: 'assistant', content: passed, created_at: Date.now() });
  const last = answers.at(-1);
  const offset = heard?.offset ?? before?.offset;
  sessions.write(session, {
    ...(transcript ? { transcript } : {}),
    ...(offset === undefined ? {} : { offset }),
    ...(last ? { answer: hashOf(last.content) } : before?.answer ? { answer: before.answer } : {}),
    ...(isAhead || (before?.ahead && again < 0 && !last) ? { ahead: true } : {}),
  });
  return answers;
}

/** Shortened, without secrets, with paths relative to the project. */
function prepared(message: Message, masks: boolean, folder: string): Message[] {
  const read = shortened(message.content, LONGEST.read).replaceAll(`${folder}/`, '');
  const clean = masks ? masked(read) : read;
  const content = shortened(clean, message.role === 'tool' ? LONGEST.tool : LONGEST.said).trim();
  return isBlank(content) ? [] : [{ ...message, content }];
}

/** The beginning and the end of a text. */
function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const tail = Math.floor(longest / 3);
  return `${text.slice(0, longest - tail)}\n[…]\n${text.slice(-tail)}`;
}
