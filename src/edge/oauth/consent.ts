import { hash } from 'node:crypto';
import { LIMITS } from '../../kernel/fields.js';
import { Html, html } from '../reference/docs/html.js';
import type { Client } from './client.js';
import { placeOf, sourceOf } from './redirect.js';

const STYLE = `
:root { --paper: #fcfbf9; --raised: #f4f2ee; --ink: #23272b; --soft: #5a6068; --line: #8a8478; --accent: #0f6b66; --on: #fff; --bad: #a02b2b; --focus: #1d6fd6; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #15181b; --raised: #1c2024; --ink: #e4e6e8; --soft: #a2a9b1; --line: #6d757d; --accent: #74cbc3; --on: #10201f; --bad: #f2a3a0; --focus: #7fb4ff; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", Arial, sans-serif; overflow-wrap: anywhere; }
main { max-width: 30rem; margin: clamp(1rem, 8vh, 5rem) auto; padding: 0 1.25rem 3rem; }
h1 { font-size: 1.4rem; line-height: 1.25; margin: 0 0 0.75rem; }
p { margin: 0 0 1rem; }
.soft { color: var(--soft); font-size: 0.9rem; }
label, legend { display: block; font-weight: 600; margin: 1.1rem 0 0.3rem; padding: 0; }
input[type=text], input[type=password] { width: 100%; padding: 0.6rem 0.7rem; font: inherit; color: inherit; background: var(--raised); border: 1px solid var(--line); border-radius: 6px; }
fieldset { border: 0; margin: 1.1rem 0 0; padding: 0; }
.choice { font-weight: 400; margin: 0.25rem 0; display: flex; gap: 0.6rem; align-items: baseline; }
.hint { margin: 0.3rem 0 0; color: var(--soft); font-size: 0.875rem; }
.bad { border-left: 3px solid var(--bad); padding: 0.4rem 0 0.4rem 0.8rem; color: var(--bad); }
.actions { display: flex; gap: 0.75rem; margin-top: 1.75rem; }
button { flex: 1; padding: 0.7rem 1rem; font: inherit; font-weight: 600; border-radius: 6px; border: 1px solid var(--accent); cursor: pointer; color: var(--accent); background: none; }
button.go { background: var(--accent); color: var(--on); }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
`;
const STYLE_HASH = `'sha256-${hash('sha256', STYLE, 'base64')}'`;

/** Browsers count UTF-16 units, of which a character has up to two. */
const MAX_UNITS = 2 * LIMITS.name;

export interface ConsentRequest {
  client: Client;
  /** The client's parameters, resubmitted with the form. */
  sent: readonly (readonly [string, string])[];
  redirectUri: string;
  isReadOnly: boolean;
  /** The name of the key that the browser is signed in to the console with. */
  signedInAs?: string;
  /** The service has a console, so the browser may turn out to be signed in. */
  mayBeSignedIn?: boolean;
}
export interface Filled {
  userId: string;
  agentId: string;
  isReadOnly: boolean;
}

const page = (title: string, body: Html, formAction = "'none'") => ({
  body: html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${new Html(STYLE)}</style>
</head>
<body><main>
${body}
</main></body>
</html>
`.text,
  headers: {
    'Content-Security-Policy': `default-src 'none'; style-src ${STYLE_HASH}; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'same-origin', // with `no-referrer` the form would not send its origin
  },
});

/** The only thing about a client that others vouch for: its URL. */
const publisherOf = ({ id }: Client) => (id.startsWith('https://') ? `It is published at ${new URL(id).host}. ` : '');

const STAYS = 'It stays here: the application gets a key of its own that you can revoke.';

function keyField({ signedInAs, mayBeSignedIn }: ConsentRequest): Html {
  const field = (label: string, hint: string, rules: string) => html`<label for="key">${label}</label>
<input id="key" name="key" type="password" ${new Html(rules)} spellcheck="false" autocomplete="off" placeholder="rec_sk_…" aria-describedby="key-hint">
<p class="hint" id="key-hint">${hint}</p>`;
  if (signedInAs === undefined) {
    const hint = mayBeSignedIn ? `${STAYS} Leave it empty if this browser is signed in to the console.` : STAYS;
    return field('Your API key', hint, mayBeSignedIn ? 'autofocus' : 'required autofocus');
  }
  return html`<p>You are signed in with the key “${signedInAs}”.</p>
${field('Another API key (optional)', 'Only if the application should use the memories of another key.', '')}`;
}

/** Where a person allows or denies access. No script, only a form. */
export function consentPage(asked: ConsentRequest, filled?: Filled, problem?: string) {
  const { client, sent, redirectUri, isReadOnly } = asked;
  const reads = filled?.isReadOnly ?? isReadOnly;
  const body = html`<h1>${client.name} wants to use your memories</h1>
<p>It will find and read what agents have stored about one user here, and add to it if you allow that. You can end this at any time.</p>
<p class="soft">${publisherOf(client)}You will be sent back to ${placeOf(redirectUri)}. Continue only if you have just started this yourself: the name above is what the application calls itself.</p>
${problem ? html`<p class="bad" role="alert">${problem}</p>` : ''}
<form method="post" action="authorize" autocomplete="off">
${sent.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${keyField(asked)}
<label for="user">User</label>
<input id="user" name="user_id" type="text" required maxlength="${MAX_UNITS}" spellcheck="false" value="${filled?.userId ?? 'default'}" aria-describedby="user-hint">
<p class="hint" id="user-hint">Whose memories it sees. Nobody else's.</p>
<label for="agent">Agent (optional)</label>
<input id="agent" name="agent_id" type="text" maxlength="${MAX_UNITS}" spellcheck="false" value="${filled?.agentId ?? ''}" aria-describedby="agent-hint">
<p class="hint" id="agent-hint">Only what this agent stored; leave it empty for all of them.</p>
<fieldset><legend>What it may do</legend>
<label class="choice"><input type="radio" name="access" value="write" ${new Html(reads ? '' : 'checked')}> Read and add, change or forget memories</label>
<label class="choice"><input type="radio" name="access" value="read" ${new Html(reads ? 'checked' : '')}> Read only</label>
</fieldset>
<div class="actions"><button name="decision" value="deny" formnovalidate>Cancel</button><button class="go" name="decision" value="allow">Allow</button></div>
</form>`;
  return page(`Sign in · ${client.name}`, body, `'self' ${sourceOf(redirectUri)}`);
}

/** For errors that must not be sent to a redirect URL that nobody has vouched for. */
export const problemPage = (message: string) =>
  page(
    'This sign-in cannot continue',
    html`<h1>This sign-in cannot continue</h1><p class="bad" role="alert">${message}</p><p class="soft">Go back to the application and start again. If it happens again, report this message to its developers.</p>`,
  );
