/** Typical values by field name. Only used if the schema allows them. */
export const KNOWN: Readonly<Record<string, unknown>> = {
  user_id: 'ada',
  agent_id: 'assistant',
  owner: 'ada@example.com',
  email: 'ada@example.com',
  name: 'My first agent',
  content: 'Ada prefers window seats and flies from Lisbon.',
  q: 'Which seat does Ada like?',
  query: 'Which seat does Ada like?',
  tag: 'travel',
  namespace: 'default',
  outcome: 'unknown',
  key: 'rec_sk_…',
  api_key: 'rec_sk_…',
  issued_by: 'admin',
  scopes: ['read', 'write'],
  status: 'ok',
  score: 0.83,
  final_score: 0.83,
  importance: 5,
  outcome_score: 0.5,
  risk: 0,
  retrieval_count: 0,
  index: 0,
  skipped: 0,
  duplicates_skipped: 0,
  errors: 0,
  pending: 0,
  used: 1,
  limit: 10_000,
  remaining: 9_999,
  tokens: 12,
  avg_latency_ms: 8.5,
  version: '0.1.0',
  uptime_seconds: 86_400,
  engine: 'sqlite',
  model: 'recollect-embed-1',
  route: 'GET /memory/retrieve',
  docs: 'http://127.0.0.1:7326/docs',
  mcp: 'http://127.0.0.1:7326/mcp',
};

export function textFor(name: string, description = ''): string {
  if (/^(day|reset_date|from|to)$/.test(name)) return '2026-02-01';
  if (/key_id$/.test(name) || (name === 'id' && /\bkey\b/.test(description))) return 'rec_pk_Qm4TzR8uWc2LxY6bN1vK';
  if (/event_id$/.test(name)) return 'msg_kyVsSeQxj3XyLcRbZQvJ5g';
  if (/(^|_)id$|superseded/.test(name)) return 'mem_01kf0z5w8qv7m3t9x2c4e6h8ja';
  return 'text';
}

export const MOMENT = Date.UTC(2026, 0, 15, 9, 30);
export const isMoment = (name: string) => /(_at|_from|_until|_after|_before|^at)$/.test(name);
