import type { Category } from './category.js';
import { OPENING_VERBS } from './lexicon/tasks.js';

interface CategoryPattern {
  readonly category: Category;
  readonly weight: number;
  readonly pattern: RegExp;
}

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|' +
  'oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const openings = OPENING_VERBS.trim().split(/\s+/).join('|');

/** What word lists cannot see: amounts, dates, code. No nested repetition, so all are linear. */
export const CATEGORY_PATTERNS: readonly CategoryPattern[] = [
  { category: 'commerce', weight: 2, pattern: /[$€£¥₹]\s?\d|\d\s?(?:€|£|(?:eur|usd|gbp|chf|dollars?|euros?)\b)/i },
  { category: 'commerce', weight: 0.9, pattern: /#\d{3,}|\d\s?% off/ },
  { category: 'health', weight: 2, pattern: /\d\s?(?:mg|mcg|mmhg|kcal)\b/i },
  { category: 'events', weight: 1, pattern: /\b\d{1,2}\s?(?:am|pm)\b|\b\d{1,2}:\d{2}\b/i },
  { category: 'events', weight: 1, pattern: new RegExp(`\\b(?:${MONTH} \\d{1,2}|\\d{1,2}\\.? ${MONTH})\\b`, 'i') },
  { category: 'events', weight: 1, pattern: /\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b/ },
  { category: 'tasks', weight: 3, pattern: /\bTODO\b|^\s{0,8}[-*] \[ \]/m },
  { category: 'tasks', weight: 2, pattern: new RegExp(`^\\s{0,8}(?:please )?(?:${openings}) \\S`, 'i') },
  { category: 'tasks', weight: 1.5, pattern: /\b(?:by|until|before) (?:mon|tues|wednes|thurs|fri|satur|sun)day\b/i },
  { category: 'technical', weight: 2, pattern: /\w\.(?:tsx?|jsx?|mjs|py|go|rs|java|json|ya?ml|toml|sh|sql|css|cpp)\b/ },
  { category: 'technical', weight: 2, pattern: /`[^`\n]{1,80}`|\w\(\)|=>|[;{]\n|\b[A-Z][a-z]{1,20}Error\b/ },
  { category: 'technical', weight: 0.9, pattern: /\b\w{1,30}_\w|\p{Ll}\p{Lu}\p{Ll}|\d\.\d+\.\d/u },
  {
    category: 'location',
    weight: 3,
    pattern: /\b\d{1,5} \p{Lu}\p{Ll}{1,20} (?:Street|St|Avenue|Ave|Road|Rd|Lane|Drive)\b/u,
  },
  { category: 'location', weight: 0.5, pattern: /\b(?:in|near|from|to) \p{Lu}\p{Ll}/u },
  { category: 'people', weight: 2, pattern: /\b(?:Mr|Mrs|Ms|Dr|Prof)\.? \p{Lu}/u },
  { category: 'people', weight: 1.2, pattern: /\b(?:called|named) \p{Lu}\p{Ll}/u },
  { category: 'people', weight: 1.5, pattern: /\p{Lu}\p{Ll}+ and \p{Lu}\p{Ll}+ (?:are|have|were|met|got)\b/u },
  { category: 'preferences', weight: 2.5, pattern: /^(?:the )?(?:user |he |she |they |i )?wants? (?!to\b|a refund)/i },
];
