import { isRecord, type Message, messageWith } from '../conversations/message.js';
import { isReported, outcomeOf, type ToolUse } from './tools.js';

/** What an agent reports through a hook, whichever agent it is. */
export interface Happening {
  agent: string;
  session: string;
  cwd: string;
  /** Turns contained in the call itself. */
  messages: Message[];
  tool?: ToolUse;
  /** Where the assistant's answers can be read. */
  transcript?: string;
  /** Answers are to be read now; otherwise only the position is noted. */
  isOver?: boolean;
  /** The last answer, if the agent passes it. */
  answer?: string;
  /** The agent accepts a context at this event. */
  wantsContext?: boolean;
  /** The session is over. */
  isEnd?: boolean;
}

type Payload = Record<string, unknown>;
type Reader = (payload: Payload) => Partial<Happening>;

const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const turn = (role: Message['role'], content: unknown, name?: string): Message[] => {
  const message = messageWith(role, content, { at: Date.now(), name });
  return message ? [message] : [];
};
/** A bare command of the agent, such as `/clear`, is not worth remembering. */
const prompt = (text: unknown) => (/^\/[\w:-]+$/.test(stringOf(text).trim()) ? [] : turn('user', text));
const tool = (name: unknown, input: unknown, result: unknown): Partial<Happening> => {
  const use = { name: stringOf(name), input, result };
  return isReported(use) ? { tool: use, messages: turn('tool', outcomeOf(use), use.name) } : {};
};
/** Cursor encodes JSON in strings. */
const unpacked = (value: unknown): unknown => {
  try {
    return typeof value === 'string' ? JSON.parse(value) : value;
  } catch {
    return value;
  }
};

/** Claude Code, and our plugin for OpenCode. */
const CLAUDE_CODE: Readonly<Record<string, Reader>> = {
  SessionStart: () => ({ wantsContext: true }),
  UserPromptSubmit: (payload) => ({ messages: prompt(payload.prompt) }),
  PostToolUse: (payload) => tool(payload.tool_name, payload.tool_input, payload.tool_response),
  Stop: (payload) => ({ isOver: true, answer: stringOf(payload.last_assistant_message) }),
  SessionEnd: () => ({ isOver: true, isEnd: true }),
};

const CURSOR: Readonly<Record<string, Reader>> = {
  sessionStart: () => ({ wantsContext: true }),
  beforeSubmitPrompt: (payload) => ({ messages: prompt(payload.prompt) }),
  afterAgentResponse: (payload) => ({ messages: turn('assistant', payload.text) }),
  afterFileEdit: (payload) => tool('Edit', { file_path: payload.file_path }, undefined),
  afterShellExecution: (payload) => tool('Shell', { command: payload.command }, payload.output),
  afterMCPExecution: (payload) => tool(payload.tool_name, unpacked(payload.tool_input), unpacked(payload.result_json)),
  stop: () => ({}),
  sessionEnd: () => ({ isEnd: true }),
};

/** What a call means; null if it is of no interest. */
export function parseHookEvent(event: string, payload: Payload, agent?: string): Happening | null {
  if (payload.type === 'agent-turn-complete') return codexTurn(payload);
  const roots = Array.isArray(payload.workspace_roots) ? payload.workspace_roots : [];
  const isCursor = 'conversation_id' in payload || roots.length > 0;
  const name = event in CLAUDE_CODE || event in CURSOR ? event : stringOf(payload.hook_event_name);
  const read = (isCursor ? CURSOR : CLAUDE_CODE)[name];
  const session = stringOf(isCursor ? (payload.conversation_id ?? payload.session_id) : payload.session_id);
  if (!read || session === '') return null;
  const transcript = isCursor ? '' : stringOf(payload.transcript_path);
  return {
    agent: agent ?? (isCursor ? 'cursor' : 'claude-code'),
    session,
    cwd: stringOf(isCursor ? roots[0] : payload.cwd) || process.cwd(),
    messages: [],
    ...(transcript ? { transcript } : {}),
    ...read(payload),
  };
}

/** Codex calls a configured program after each turn, with the whole turn in one argument. */
function codexTurn(payload: Payload): Happening | null {
  const asked = Array.isArray(payload['input-messages']) ? payload['input-messages'] : [];
  const session = stringOf(payload['thread-id']) || stringOf(payload['turn-id']);
  if (session === '') return null;
  const messages = [...asked.flatMap((text) => prompt(text)), ...turn('assistant', payload['last-assistant-message'])];
  return { agent: 'codex', session, cwd: stringOf(payload.cwd) || process.cwd(), messages };
}

/** What the agent expects on standard output; undefined if nothing. */
export function replyTo(event: string, payload: unknown, context: string): string | undefined {
  const given = isRecord(payload) ? payload : {};
  const isCursor = 'conversation_id' in given || 'workspace_roots' in given || 'cursor_version' in given;
  if (isCursor) {
    if (event === 'beforeSubmitPrompt') return JSON.stringify({ continue: true });
    return JSON.stringify(event === 'sessionStart' && context ? { additional_context: context } : {});
  }
  if (event !== 'SessionStart' || !context) return undefined;
  return JSON.stringify({ hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: context } });
}
