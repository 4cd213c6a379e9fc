import { CONTENT_STYLE } from './style-content.js';

/** Colours, the layout and the index. Contrast is at least 4.5:1 in both schemes. */
const FRAME = `
:root {
  --paper: #fcfbf9; --raised: #f4f2ee; --ink: #23272b; --soft: #5a6068; --line: #e1ddd5; --accent: #0f6b66;
  --code: #f4f2ee; --get: #17613f; --post: #1d4f91; --patch: #7a4b00; --delete: #a02b2b; --focus: #1d6fd6;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #15181b; --raised: #1c2024; --ink: #e4e6e8; --soft: #a2a9b1; --line: #31373d; --accent: #74cbc3;
    --code: #1c2024; --get: #86d1a8; --post: #93bdf2; --patch: #e6bd7a; --delete: #f2a3a0; --focus: #7fb4ff;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { scroll-behavior: smooth; scroll-padding-top: 1.5rem; -webkit-text-size-adjust: 100%; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body {
  margin: 0; background: var(--paper); color: var(--ink); overflow-wrap: break-word;
  font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif;
}
a { color: var(--accent); text-underline-offset: 0.2em; text-decoration-thickness: 1px; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 3px; }
main:focus { outline: none; }
.skip { position: absolute; left: -999rem; top: 0.5rem; padding: 0.5rem 1rem; background: var(--paper); z-index: 2; }
.skip:focus { left: 0.5rem; }
.layout { display: grid; grid-template-columns: 19rem minmax(0, 1fr); max-width: 78rem; margin: 0 auto; }
.side {
  position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 2.5rem 1rem 3rem 1.5rem;
  border-right: 1px solid var(--line); scrollbar-width: thin;
}
main { padding: 2.5rem clamp(1rem, 4vw, 3.5rem) 6rem; min-width: 0; }
nav ul { list-style: none; margin: 0 0 1rem; padding: 0; }
nav li { margin: 0; }
nav a {
  display: block; padding: 0.2rem 0.5rem; color: var(--ink); text-decoration: none; border-radius: 4px; font-size: 0.875rem;
}
nav li > a { display: flex; gap: 0.5rem; align-items: baseline; }
nav a:hover { background: var(--raised); color: var(--accent); }
nav code { background: none; padding: 0; border: 0; font-size: 0.78rem; overflow-wrap: anywhere; }
nav .method { font-size: 0.625rem; min-width: 3.1rem; padding: 0; background: none; border: 0; text-align: left; }
.index-group { margin: 1.25rem 0 0.25rem; font-size: 0.875rem; font-weight: 600; }
.index-group:not(:has(a)) { padding: 0 0.5rem; }
.contents { display: none; }
@media (max-width: 60rem) {
  .layout { display: block; }
  .side { display: none; }
  .contents { display: block; margin: 1.5rem 0; }
  main { padding-top: 1.5rem; }
}
@media print {
  .side, .contents, .skip, .explorer-key, .try, .copy { display: none !important; }
  .layout { display: block; max-width: none; }
  main { padding: 0; }
  body { font-size: 10pt; background: #fff; color: #000; }
  pre { white-space: pre-wrap; }
  .operation, tr { break-inside: avoid-page; }
  details::details-content { content-visibility: visible; display: block; }
}
`;

export const STYLE = FRAME + CONTENT_STYLE;
