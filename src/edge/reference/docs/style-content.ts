/** Text, tables, code and the explorer. */
export const CONTENT_STYLE = `
h1, h2, h3, h4 { line-height: 1.25; margin: 0; text-wrap: balance; }
h1 { font-size: 2rem; letter-spacing: -0.02em; }
h2 { font-size: 1.5rem; letter-spacing: -0.01em; margin-bottom: 1rem; }
h3 { font-size: 1.2rem; }
h4 {
  font-size: 0.8rem; text-transform: uppercase; letter-spacing: 0.06em; color: var(--soft); margin: 1.5rem 0 0.5rem;
}
p, ul { margin: 0.75rem 0; max-width: 44rem; }
main ul:not(nav ul) { padding-left: 1.25rem; }
.lead { font-size: 1.15rem; margin: 0.5rem 0; }
.versions, .base, .statuses { color: var(--soft); font-size: 0.9rem; margin: 0.25rem 0; }
.guide, .group, .explorer-key { margin-top: 3rem; padding-top: 2rem; border-top: 1px solid var(--line); }
.operation { margin-top: 2rem; padding-top: 2rem; border-top: 1px dashed var(--line); }
.group h2 + .operation { margin-top: 0; padding-top: 0.5rem; border-top: 0; }
.anchor { color: inherit; text-decoration: none; }
.anchor:hover { text-decoration: underline; }
.route { display: flex; flex-wrap: wrap; gap: 0.4rem 0.6rem; align-items: center; }
.route .path { background: none; border: 0; padding: 0; font-size: 0.95rem; overflow-wrap: anywhere; }
.method {
  font: 600 0.72rem/1.4 var(--mono); padding: 0.15rem 0.45rem; border: 1px solid currentColor; border-radius: 4px;
}
.get { color: var(--get); } .post { color: var(--post); }
.patch { color: var(--patch); } .delete { color: var(--delete); }
.scope {
  font-size: 0.78rem; color: var(--soft); border: 1px solid var(--line); border-radius: 99px; padding: 0.05rem 0.6rem;
}
code {
  font-family: var(--mono); font-size: 0.875em; background: var(--code); padding: 0.1em 0.3em; border-radius: 4px;
}
pre {
  margin: 0; padding: 0.9rem 1rem; overflow-x: auto; background: var(--code); border: 1px solid var(--line);
  border-radius: 8px; font-size: 0.85rem; line-height: 1.55; max-height: 32rem;
}
pre code { padding: 0; background: none; font-size: inherit; }
.code { position: relative; margin: 0.75rem 0; }
.copy { position: absolute; top: 0.45rem; right: 0.45rem; opacity: 0; }
.code:hover .copy, .copy:focus-visible { opacity: 1; }
table { width: 100%; border-collapse: collapse; margin: 0.75rem 0 1rem; font-size: 0.9rem; }
th, td {
  text-align: left; vertical-align: top; padding: 0.5rem 0.75rem 0.5rem 0; border-bottom: 1px solid var(--line);
}
th { font-size: 0.78rem; font-weight: 600; color: var(--soft); }
td:first-child { width: 30%; } td:nth-child(2):not(:last-child) { width: 22%; }
table[aria-label="Errors"] td:first-child { width: 5rem; }
.field { background: none; padding: 0; font-weight: 600; overflow-wrap: anywhere; }
.where, .required { font-size: 0.75rem; color: var(--soft); white-space: nowrap; }
.required { color: var(--delete); }
.note { display: block; font-size: 0.82rem; color: var(--soft); overflow-wrap: anywhere; }
.ok { color: var(--get); }
summary { cursor: pointer; font-size: 0.9rem; color: var(--accent); padding: 0.25rem 0; }
button, input, select, textarea {
  font: inherit; font-size: 0.9rem; color: var(--ink); background: var(--paper); border: 1px solid var(--soft);
  border-radius: 6px; padding: 0.4rem 0.6rem;
}
button { cursor: pointer; color: var(--accent); border-color: var(--accent); }
button:hover { background: var(--raised); }
button.main { background: var(--accent); color: var(--paper); }
.copy { font-size: 0.75rem; padding: 0.15rem 0.5rem; }
.try { margin-top: 1rem; }
.try > summary { display: inline-block; padding: 0.35rem 0.8rem; border: 1px solid var(--accent); border-radius: 6px; }
.try > summary:hover { background: var(--raised); }
.try form, .key-form {
  background: var(--raised); border: 1px solid var(--line); border-radius: 8px; padding: 1rem; margin-top: 0.75rem;
}
.entry {
  display: grid; grid-template-columns: 11rem minmax(0, 1fr); gap: 0.25rem 1rem; align-items: start;
  margin-bottom: 0.6rem;
}
.entry label { font: 600 0.85rem/2.2 var(--mono); overflow-wrap: anywhere; }
.entry input, .entry select, .entry textarea { width: 100%; }
.entry textarea { font-family: var(--mono); line-height: 1.4; resize: vertical; }
::placeholder { color: var(--soft); opacity: 1; }
.check { display: flex; gap: 0.5rem; align-items: baseline; margin: 0.5rem 0 0; font-size: 0.9rem; }
.actions { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: center; }
.result { margin-top: 1rem; } .result:empty { display: none; }
.result pre { background: var(--paper); }
.result .status { font-weight: 600; margin: 0 0 0.5rem; } .result .bad { color: var(--delete); }
@media (max-width: 40rem) {
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tr { display: block; padding: 0.6rem 0; border-bottom: 1px solid var(--line); }
  td, td:first-child, td:nth-child(2):not(:last-child) { display: block; width: auto; padding: 0.1rem 0; border: 0; }
  td:empty { display: none; }
  .entry { grid-template-columns: 1fr; gap: 0; }
  .guide, .group, .explorer-key { margin-top: 2rem; }
  pre { font-size: 0.8rem; padding: 0.75rem; white-space: pre-wrap; overflow-wrap: anywhere; }
  td:nth-child(2):not(:last-child) { font-size: 0.82rem; color: var(--soft); }
  td:nth-child(2) .note { display: inline; margin-left: 0.4rem; }
}
@media (hover: none) { .copy { opacity: 1; } }
`;
