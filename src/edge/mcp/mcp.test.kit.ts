/** A call of every tool, in an order in which each finds what it needs. `ids` holds what earlier calls returned. */
interface ToolCase {
  tool: string;
  input: (ids: Record<string, string>) => Record<string, unknown>;
  /** Extracts what later calls need from the response. */
  keep?: (result: Record<string, unknown>) => Record<string, string>;
}

const text = (value: unknown) => String(value ?? '');

export const TOOL_CASES: readonly ToolCase[] = [
  { tool: 'store_memory', input: () => ({ content: 'Ada lives in London.' }), keep: ({ id }) => ({ first: text(id) }) },
  {
    tool: 'store_memory',
    input: () => ({ content: 'Ada lives in Paris, not in London.', detect_conflicts: true }),
    keep: ({ id, conflicts }) => ({ second: text(id), conflict: text((conflicts as { id: string }[])[0]?.id) }),
  },
  { tool: 'retrieve_memory', input: () => ({ q: 'Where does Ada live?', limit: 3 }) },
  { tool: 'search', input: () => ({ query: 'Where does Ada live?' }) },
  { tool: 'fetch', input: ({ first }) => ({ id: first }) },
  { tool: 'get_context', input: () => ({ q: 'Where does Ada live?', max_tokens: 200 }) },
  {
    tool: 'remember_conversation',
    input: () => ({ session_id: 'call', messages: [{ role: 'user', content: 'I keep bees on the roof.' }] }),
  },
  { tool: 'give_feedback', input: ({ second }) => ({ memory_id: second, outcome: 'success' }) },
  { tool: 'get_stats', input: () => ({}) },
  { tool: 'get_usage', input: () => ({ days: 1 }) },
  { tool: 'list_conflicts', input: () => ({}) },
  { tool: 'resolve_conflict', input: ({ conflict }) => ({ id: conflict, keep: 'b' }) },
  { tool: 'get_timeline', input: () => ({ topic: 'where Ada lives' }) },
  {
    tool: 'start_episode',
    input: () => ({ title: 'A call' }),
    keep: ({ id }) => ({ episode: text(id) }),
  },
  { tool: 'add_event', input: ({ episode }) => ({ episode_id: episode, content: 'Ada asks for a window seat.' }) },
  { tool: 'end_episode', input: ({ episode }) => ({ episode_id: episode }) },
  { tool: 'set_working_memory', input: () => ({ session_id: 's', content: 'half done' }) },
  { tool: 'get_working_memory', input: () => ({ session_id: 's' }) },
  {
    tool: 'store_procedure',
    input: () => ({ name: 'Book a seat', steps: ['Look up the flight', 'Choose the seat'] }),
  },
  { tool: 'match_procedure', input: () => ({ q: 'Book a seat' }) },
  {
    tool: 'link_memories',
    input: ({ first, second }) => ({ from: first, to: second, relationship: 'related_to' }),
  },
  { tool: 'forget_memory', input: ({ first }) => ({ id: first }) },
];

export interface ToolResult {
  isError?: boolean | undefined;
  structuredContent?: unknown;
  content?: unknown;
}

/** Calls every tool through a client and returns which were called. Throws at the first that fails. */
export async function callEveryTool(
  call: (name: string, input: Record<string, unknown>) => Promise<ToolResult>,
): Promise<Set<string>> {
  let ids: Record<string, string> = {};
  for (const { tool, input, keep } of TOOL_CASES) {
    const result = await call(tool, input(ids));
    const isText = tool === 'get_context';
    if (result.isError || isText !== (result.structuredContent === undefined))
      throw new Error(`${tool}: ${JSON.stringify(result.content)}`);
    ids = { ...ids, ...keep?.(result.structuredContent as Record<string, unknown>) };
  }
  return new Set(TOOL_CASES.map(({ tool }) => tool));
}
