/** Markup that is safe as it is; everything else is escaped when inserted into a page. */
export class Html {
  constructor(readonly text: string) {}
}

type Value = Html | string | number | false | null | undefined | readonly Value[];

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character] as string);

export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(strings.reduce((text, part, index) => text + render(values[index - 1]) + part));
}

function render(value: Value): string {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(render).join('');
  if (value === false || value === null || value === undefined) return '';
  return escapeHtml(String(value));
}

/** One line of text with `code` in it. */
export const inline = (text: string): Html =>
  new Html(escapeHtml(text).replace(/`([^`]+)`/g, (_, code: string) => `<code>${code}</code>`));

/** Paragraphs and lists, as written in the declarations. */
export function prose(text: string): Html {
  const blocks = text.trim().split(/\n\s*\n/);
  return html`${blocks.map((block) => {
    const lines = block.split('\n').map((line) => line.trim());
    if (lines.every((line) => line.startsWith('- ')))
      return html`<ul>${lines.map((line) => html`<li>${inline(line.slice(2))}</li>`)}</ul>`;
    return html`<p>${inline(lines.join(' '))}</p>`;
  })}`;
}

/** JSON for a data block: nothing in it can close the element. */
export const jsonBlock = (value: unknown): Html =>
  new Html(
    JSON.stringify(value).replace(
      /[<>&\u2028\u2029]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  );

export const codeBlock = (text: string, label: string): Html =>
  html`<div class="code"><pre tabindex="0" role="region" aria-label="${label}"><code>${text}</code></pre></div>`;
