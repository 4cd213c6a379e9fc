import { ALLOWANCE } from '../../../features/keys/caller.js';
import { LIMITS } from '../../../kernel/fields.js';
import { PER_MINUTE } from '../../limits/rate-limit.js';
import { IDEMPOTENCY } from '../openapi/components.js';
import { pretty } from '../openapi/pretty.js';
import { codesOf, ERRORS, errorExample } from '../openapi/responses.js';
import { codeBlock, type Html, html, inline } from './html.js';
import { table } from './table.js';

/** What a newcomer pastes, in this order. */
const signUpLine = (baseUrl: string) => `curl -X POST ${baseUrl}/signup \\
  -H 'Content-Type: application/json' \\
  -d '{"name": "My first agent"}'`;

const keepLine = 'export RECOLLECT_KEY=rec_sk_…';

const storeLine = (baseUrl: string) => `curl -X POST ${baseUrl}/memory/store \\
  -H "Authorization: Bearer $RECOLLECT_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{
    "user_id": "ada",
    "agent_id": "assistant",
    "content": "Ada prefers window seats and flies from Lisbon."
  }'`;

const retrieveLine = (baseUrl: string) => `curl -G ${baseUrl}/memory/retrieve \\
  -H "Authorization: Bearer $RECOLLECT_KEY" \\
  --data-urlencode 'user_id=ada' \\
  --data-urlencode 'ranking=hybrid' \\
  --data-urlencode 'q=Where should I seat her on the plane?'`;

export const GUIDE: readonly { id: string; title: string; body: (baseUrl: string) => Html }[] = [
  { id: 'start', title: 'Getting started', body: gettingStarted },
  { id: 'authentication', title: 'Authentication', body: authentication },
  { id: 'requests', title: 'Requests and responses', body: requests },
  { id: 'errors', title: 'Errors', body: errors },
  { id: 'limits', title: 'Limits', body: limits },
];

function gettingStarted(baseUrl: string): Html {
  return html`
<p>Three calls show what the service does. First create a key; it is shown once, so store it:</p>
${codeBlock(signUpLine(baseUrl), 'curl: sign up')}
${codeBlock(keepLine, 'Store the key')}
<p>Then store something about a user:</p>
${codeBlock(storeLine(baseUrl), 'curl: store a memory')}
<p>Later, in any session, ask a question. <code>ranking=hybrid</code> is the most accurate:</p>
${codeBlock(retrieveLine(baseUrl), 'curl: retrieve memories')}`;
}

function authentication(): Html {
  return html`
<p>Send the key as <code>Authorization: Bearer rec_sk_…</code> with every call that is not marked <em>no key</em>. A key
is long-lived. The service stores only a hash of it: a lost key can be replaced, not recovered.</p>
<ul>
<li>With the scope <code>read</code> a key can read; with <code>write</code> it can store, change and forget.</li>
<li>A key sees its own data only. Another key's ids behave as if they did not exist.</li>
<li>Inside a key, memories belong to a <code>user_id</code> and an <code>agent_id</code>: one key can serve many of
both.</li>
<li>Operators have an admin credential, and can hand out issuer credentials that can only mint and list keys.</li>
</ul>`;
}

function requests(): Html {
  return html`
<p>Bodies and responses are JSON. GET and DELETE take their fields in the query, POST and PATCH in the body. Unknown
fields are ignored; a known field of the wrong type or out of range is refused, never corrected.</p>
<ul>
<li>Times are integers: Unix milliseconds, UTC. Fields that take a time also accept an ISO 8601 string.</li>
<li>Lists return <code>next_cursor</code>. Send it as <code>cursor</code> to get the next page; it is <code>null</code>
at the end.</li>
<li>Every POST except <code>/mcp</code> takes an <code>Idempotency-Key</code> header of up to ${LIMITS.idempotencyKey} characters.
${inline(IDEMPOTENCY)}</li>
<li>Every response has an <code>X-Request-Id</code>. Quote it when you report a problem.</li>
</ul>`;
}

function errors(): Html {
  const rows = Object.entries(ERRORS).map(([status, { meaning }]) => [
    html`<strong id="error-${status}">${status}</strong>`,
    html`${codesOf(Number(status)).map((code) => html`<code>${code}</code> `)}`,
    inline(meaning),
  ]);
  return html`
<p>Every error has the same shape. <code>message</code> is for people, <code>code</code> is stable and for programs:</p>
${codeBlock(pretty(errorExample(400)), 'Example of an error')}
${table('Errors', ['Status', 'Code', 'Meaning'], rows)}
<p>The checks come in this order: key (401), scope (403), rate (429), fields (400), then the object of the call (404,
409).</p>`;
}

const n = (value: number) => value.toLocaleString('en-US');

function limits(): Html {
  return html`
${table(
  'Limits',
  ['What', 'Limit'],
  [
    ['Content of a memory', `${n(LIMITS.content)} characters (Unicode code points)`],
    ['Memories in a batch', n(LIMITS.batch)],
    ['user_id, agent_id', `1–${LIMITS.name} characters`],
    ['namespace', `1–${LIMITS.namespace} characters`],
    ['Tags of a memory', `${LIMITS.tags}, each 1–${LIMITS.tag} characters`],
    [
      'Metadata of a memory',
      `${LIMITS.metadataBytes / 1_024} KB as JSON; integers up to ±9007199254740991, larger ones as strings`,
    ],
    ['Nesting of a JSON body', `${LIMITS.depth} levels`],
    [
      'Requests per minute',
      `${n(PER_MINUTE.free)} in the free tier, ${n(PER_MINUTE.pro)} in the pro tier, unless the operator changed it`,
    ],
    ['Memories per month', `${n(ALLOWANCE.free ?? 0)} in the free tier, unlimited in the pro tier`],
  ],
)}
<p><code>RateLimit</code> and <code>X-RateLimit-Remaining</code> show what is left. Over
a limit the response is 429 with <code>Retry-After</code>. When the monthly allowance is used up, reading and
forgetting keep working.</p>`;
}
