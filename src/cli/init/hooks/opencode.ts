const MARK = '// Written by `recollect init --hooks opencode`: prompts, answers and outcomes of tools become memory.';

/** An OpenCode plugin that calls our hooks with the event names of Claude Code. */
export const pluginText = (words: readonly string[]) => `${MARK}
import { spawn } from 'node:child_process';

const [program, ...words] = ${JSON.stringify(words)};

/** Resolves with what the hook prints; a hook that fails must not disturb OpenCode. */
function call(event, payload) {
  return new Promise((resolve) => {
    let out = '';
    const child = spawn(program, [...words, event, '--agent', 'opencode'], { stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true });
    child.on('error', () => resolve(''));
    child.on('close', () => resolve(out));
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    child.stdin.on('error', () => {});
    child.stdin.end(JSON.stringify({ hook_event_name: event, ...payload }));
  });
}

const textOf = (parts) =>
  (parts ?? []).filter((part) => part.type === 'text' && !part.synthetic).map((part) => part.text).join('\\n\\n');

export const Recollect = async ({ directory, client }) => {
  const contexts = new Map();
  const given = new Map();
  const base = (session_id) => ({ session_id, cwd: directory });
  const contextOf = async (session) => {
    try {
      return JSON.parse(await call('SessionStart', base(session))).hookSpecificOutput.additionalContext;
    } catch {
      return '';
    }
  };
  return {
    'chat.message': async ({ sessionID }, { parts }) => {
      await call('UserPromptSubmit', { ...base(sessionID), prompt: textOf(parts) });
    },
    'tool.execute.before': async ({ callID }, { args }) => {
      given.set(callID, args);
    },
    'tool.execute.after': async ({ tool, sessionID, callID }, { output }) => {
      const tool_input = given.get(callID) ?? {};
      given.delete(callID);
      await call('PostToolUse', { ...base(sessionID), tool_name: tool, tool_input, tool_response: output });
    },
    'experimental.chat.system.transform': async ({ sessionID }, { system }) => {
      if (!sessionID) return;
      if (!contexts.has(sessionID)) contexts.set(sessionID, contextOf(sessionID));
      const context = await contexts.get(sessionID);
      if (context) system.push(context);
    },
    event: async ({ event }) => {
      const session = event.properties?.sessionID ?? event.properties?.info?.id;
      if (event.type === 'session.deleted') contexts.delete(session);
      if (event.type !== 'session.idle') return;
      try {
        const { data } = await client.session.messages({ path: { id: session } });
        const last = data.findLast(({ info }) => info.role === 'assistant');
        await call('Stop', { ...base(session), last_assistant_message: textOf(last?.parts) });
      } catch {
        // The session no longer exists.
      }
    },
  };
};
`;

/** The plugin, or null if nothing changes; an empty text if it is to be removed. */
export function withPlugin(text: string, words: readonly string[] | null): string | null {
  const wanted = words === null ? '' : pluginText(words);
  if (text === wanted || (words === null && !text.startsWith(MARK))) return null;
  return wanted;
}
