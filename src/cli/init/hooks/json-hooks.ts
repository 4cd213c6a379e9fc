import { isRecord } from '../../conversations/message.js';
import { hookCommand, isOurs } from './command.js';

/** A list of hooks in JSON: how an entry is written, and where its command is. */
interface Form {
  events: readonly string[];
  /** The other fields of a new file. */
  frame: Record<string, unknown>;
  entry(event: string, command: string): unknown;
  /** The entry without our commands; null if nothing is left of it. */
  without(entry: unknown): unknown;
}

/** Seconds after which the agent gives up on a hook; it takes less than one. */
const TIMEOUT_SECONDS = 5;

/** Claude Code's settings: events with matchers with commands. */
export const CLAUDE_CODE: Form = {
  events: ['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'Stop', 'SessionEnd'],
  frame: {},
  entry: (event, command) => ({
    ...(event === 'PostToolUse' ? { matcher: '*' } : {}),
    hooks: [{ type: 'command', command, timeout: TIMEOUT_SECONDS }],
  }),
  without(entry) {
    if (!isRecord(entry) || !Array.isArray(entry.hooks)) return entry;
    const left = entry.hooks.filter((hook) => !isRecord(hook) || !isOurs(hook.command));
    if (left.length === entry.hooks.length) return entry;
    return left.length === 0 ? null : { ...entry, hooks: left };
  },
};

/** Cursor's `hooks.json`: events with commands. */
export const CURSOR: Form = {
  events: [
    ...['sessionStart', 'beforeSubmitPrompt', 'afterAgentResponse', 'afterFileEdit'],
    ...['afterShellExecution', 'afterMCPExecution', 'stop', 'sessionEnd'],
  ],
  frame: { version: 1 },
  entry: (_, command) => ({ command }),
  without: (entry) => (isRecord(entry) && isOurs(entry.command) ? null : entry),
};

/** The file with our hooks, or without them. Null if nothing changes. */
export function withHooks(text: string, form: Form, words: readonly string[] | null): string | null {
  const settings: unknown = text.trim() === '' ? {} : JSON.parse(text);
  if (!isRecord(settings) || (settings.hooks !== undefined && !isRecord(settings.hooks)))
    throw new SyntaxError('not an object');
  const before = (settings.hooks ?? {}) as Record<string, unknown>;
  const hooks: Record<string, unknown> = {};
  for (const event of new Set([...Object.keys(before), ...(words ? form.events : [])])) {
    const list = Array.isArray(before[event]) ? before[event] : [];
    const others = list.map((entry) => form.without(entry)).filter((entry) => entry !== null);
    const ours = words && form.events.includes(event) ? [form.entry(event, hookCommand(words, event))] : [];
    if (others.length + ours.length > 0 || !Array.isArray(before[event])) hooks[event] = [...others, ...ours];
    if (event in before && !Array.isArray(before[event])) hooks[event] = before[event];
  }
  if (JSON.stringify(hooks) === JSON.stringify(before)) return null;
  const { hooks: _, ...rest } = settings;
  const whole = Object.keys(hooks).length > 0 ? { ...form.frame, ...rest, hooks } : rest;
  return `${JSON.stringify(whole, null, 2)}\n`;
}

/** Only our part, for display. */
export const ourHooks = (form: Form, words: readonly string[]) => ({
  hooks: Object.fromEntries(form.events.map((event) => [event, [form.entry(event, hookCommand(words, event))]])),
});
