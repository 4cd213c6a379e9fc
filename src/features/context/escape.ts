/** `<` and the characters that Unicode folds into it: without one there is no tag and no `<|special|>` token. */
const OPENING = '<\uff1c\ufe64';
/** Code fences: a caller may put a context inside one of their own. */
const FENCE = '`{3,}|~{3,}';
/** Control tokens of chat templates that use brackets. */
const CONTROL =
  '\\[(?=/?(?:INST|SYS|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|TOOL_CONTENT|IMG|gMASK|CLS|SEP|MASK|PAD|UNK|BOS|EOS)\\])';

const IN_JSON = new RegExp(`[${OPENING}]|${FENCE}|${CONTROL}`, 'gi');
const IN_XML = new RegExp(`[&>\\n\\t${OPENING}]|${FENCE}|${CONTROL}`, 'gi');
/** Where the address of a link or an image would begin. */
const LINK = /\](?=[([])/g;

const unit = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
const NAMED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const entity = (character: string) => NAMED[character] ?? `&#${character.charCodeAt(0)};`;
const each = (write: (character: string) => string) => (found: string) => Array.from(found, write).join('');

/** One line, a JSON string: `JSON.parse` restores the text. */
export const jsonText = (text: string): string => JSON.stringify(text).replace(IN_JSON, each(unit));

const LINE_BREAKS: Record<string, string> = { '\n': '\\n', '\t': ' ' };

/** One line that reads as the text does: only line breaks and what could pose as a tag, a fence or a control token is written differently. */
export const lineText = (text: string): string =>
  text.replace(/[\n\t]/g, (found) => LINE_BREAKS[found] as string).replace(IN_JSON, each(unit));

/** The same for rendered Markdown: nothing in it is a link or an image. */
export const markdownText = (text: string): string => lineText(text.replaceAll('\\', '\\\\')).replace(LINK, each(unit));

/** One line, the inside of an XML element. */
export const xmlText = (text: string): string => text.replace(IN_XML, each(entity));
