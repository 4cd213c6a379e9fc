/** `<` and the characters that Unicode folds into it: without one there is no tag and no `<|special|>` token. */
const OPENING = '<\uff1c\ufe64';
/** Code fences, also when somebody puts a context inside one of theirs. */
const FENCE = '`{3,}|~{3,}';
/** Control tokens of chat templates that are written in brackets. */
const CONTROL =
  '\\[(?=/?(?:INST|SYS|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|TOOL_CONTENT|IMG|gMASK|CLS|SEP|MASK|PAD|UNK|BOS|EOS)\\])';

const IN_JSON = new RegExp(`[${OPENING}]|${FENCE}|${CONTROL}`, 'gi');
const IN_XML = new RegExp(`[&>\\n\\t${OPENING}]|${FENCE}|${CONTROL}`, 'gi');
/** Where a link or an image would begin its address. */
const LINK = /\](?=[([])/g;

const unit = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
const NAMED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const entity = (character: string) => NAMED[character] ?? `&#${character.charCodeAt(0)};`;
const each = (write: (character: string) => string) => (found: string) => Array.from(found, write).join('');

/** One line, a JSON string: `JSON.parse` gives the text back. */
export const jsonText = (text: string): string => JSON.stringify(text).replace(IN_JSON, each(unit));

/** The same where Markdown is rendered: nothing in it is a link or an image. */
export const markdownText = (text: string): string => jsonText(text).replace(LINK, each(unit));

/** One line, the inside of an XML element. */
export const xmlText = (text: string): string => text.replace(IN_XML, each(entity));
