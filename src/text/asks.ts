const OPENERS = 'and|but|so|ok|okay|well|hey|hi|hello|also';
/** Who is asked about, after an auxiliary verb. */
const SUBJECT =
  '(?:i|you|u|we|he|she|it|they|there|this|that|these|those|the|my|your|our|his|her|their|(?:any|some|every)(?:one|body|thing))\\b';
/** After an auxiliary verb: the speaker is left out, and something is stated. */
const STATES = '(?:not|never|only|hardly|barely|still|rather|prefer)\\b';
const DONE = '(?:\\p{L}+(?:ed|en)|been|gone|come|got|had|made|done|found|left|paid|said|sent)\\b';
/** Without the mark of a question, an auxiliary verb needs its subject: "was it late", but "was ill in May", "can't eat gluten". */
const ASKS = new RegExp(
  `^(?:(?:${OPENERS}|please),?\\s+)*(?:${[
    // "When I eat nuts, I faint."
    '(?:whats?|whos?|whose|whom|whens?(?!\\s(?:i|we|my|our)\\s[^,]{1,80},\\s)|wheres?|whys?|hows?|which)\\b(?!\\s+(?:i\\s+said|matters?|happened\\s+is)\\b)',
    "(?:is|are|do|shall|should|might)\\b(?!['’-])",
    `(?:can|could|would|does|did)\\b(?!['’-]|\\s${STATES})`,
    // They are names, too.
    "will\\b(?!['’,-]|\\s(?:be|is|was|has|and|not|never)\\b)",
    "may\\b(?!['’,-]|\\s(?:be|is|was|has|and|not|\\d))",
    'am\\si\\b',
    `(?:was|were|(?:ca|wo|do|does|did|is|are|was|were|have|has|could|would|should)n['’]t)\\s${SUBJECT}`,
    "has\\b(?!['’-]|\\s(?:an?|no|two|three|four|five|been|had|not|never|just)\\b)",
    `have\\s(?:(?:i|you|u|we|he|she|it|they|there|this|that|him|them|(?:any|some|every)(?:one|body|thing))\\b|(?:the|my|your|our|his|her|their|any|all)(?:\\s[\\p{L}'’-]+){1,3}\\s${DONE})`,
    // Wishes and errands: "Have a nice day", "Have a look".
    'have\\s(?:fun|no (?:idea|clue)|an?\\s(?:look|think|go|try|read|seat|guess)|an?\\s\\p{L}+\\s(?:day|evening|night|weekend|week|time|trip|one|morning|afternoon|flight))\\b',
  ].join('|')})`,
  'iu',
);
/** The same about a name: "Was Ann there". */
const ASKS_ABOUT = new RegExp(`^(?:[Ww](?:as|ere)\\s\\p{Lu}\\p{Ll}+\\s|[Hh]ave\\s\\p{Lu}\\p{Ll}+\\s${DONE})`, 'u');
/** "Will Hart is my doctor." */
const NAMED = /^(?:Will|May)\s\p{Lu}\p{Ll}+,?\s(?:is|was|has|and)\b/u;
const REQUESTS = new RegExp(
  `^(?:(?:${OPENERS}|now|then),?\\s+)*(?:${[
    // "Please, I'm allergic to nuts."
    "(?:please|pls)\\b(?!,\\s(?:my|we|i(?:['’](?:m|ve)|\\s(?:am|have|can['’]?t|cannot|don['’]t|never|only)))\\b)",
    '(?:help|tell|show|give|remind) me\\b',
    '(?:explain|write|rewrite|draft|summari[sz]e|translate|suggest|recommend|find|look up|search|list|book|order|check|try)\\b(?!-)',
    // "Let's go with the barn" is a decision, "Let's go with that one" an answer for once.
    "let['’]s\\b(?!\\s(?:go with|stick (?:with|to)|settle (?:on|for))\\s(?!(?:it|this|that|these|those|your|option|number|the (?:first|second|third|last|other|latter|former))\\b))",
  ].join('|')})`,
  'iu',
);
/** The verb of a request is a noun: "Order 4471 never arrived", "Book club is on Mondays". */
const NOUN = new RegExp(
  `^(?:(?:${OPENERS}|now|then),?\\s+)*(?:order|book|list|search|draft)(?:\\s(?!(?:an?|the|my|our|your|me|us|it|if|what(?:ever)?|which(?:ever)?|when|how|who|that|this|these|those|(?:any|some|every)\\p{L}*|out|up|for|in|on|at|with|all|and|or)\\s)[\\p{L}\\p{N}#'’-]+){0,2}\\s(?:is|isn['’]t|are|was|wasn['’]t|were|has|hasn['’]t|had|won['’]t|never|still|arrived|came|costs?|starts|begins|opens|meets)\\b`,
  'iu',
);
/** Politeness before a request that would make it a question. */
const POLITELY = /^(?:can|could|would|will) you (?=(?:please|always|never|stop|(?:call|address) me)\s)/i;
/** What asks for something to be done, or left out, every time and not once. */
const EVERY_TIME =
  /^(?:(?:and|but|so|ok|okay|well|hey|hi|hello|now|also),?\s+)*(?:please,?\s+|let['’]?s\s+)?(?:(?:call|address) me (?!(?:back|again|later|tomorrow|tonight|today|now|asap|at|on|in|if|when|after|before|once|by|an?)\b)|(?:don['’]?t|do not)\s(?!(?:forget|worry|bother|mind|know|think|have)\b)|never\s(?!mind\b)|always\s|avoid\s|try not to\s|stop\s(?:with|using|\p{L}+ing)\s|keep\s(?!(?:going|on|trying|writing)\b)|(?:answer|reply|respond|speak|talk|write)\s(?:to me\s)?in\s)/iu;
/** Errands that are to be done in a certain way every time. */
const EVERY_ERRAND =
  /^(?:please\s+)?(?:(?:ask|check|remind|show|tell)\b.*\b(?:before you|whenever)|(?:book|buy|call|contact|email|order|recommend|remind|send|suggest|text|use)\b.*\b(?:always|each time|every time|only|whenever))\b/i;
/** Says that something holds from then on. */
const FROM_NOW_ON = /\b(?:from (?:now|here) on|going forward|in (?:the )?future)\b/i;
/** Closes a sentence, or a part of one. */
const ENDS = /[.?!…:;？！。؟]["'”’)\]]*\s*$/;
/** Longer texts are sentences. */
const MAX_WORDS = 6;

/** Whether a text begins like a question. */
export const asks = (text: string) => (ASKS.test(text) && !NAMED.test(text)) || ASKS_ABOUT.test(text);
/** Whether a text begins like a request. */
export const requests = (text: string) => REQUESTS.test(text) && !NOUN.test(text);
/** Whether a text is a request for every time: "please call me Ed", "check with Jo before you buy anything". */
export function asksForGood(text: string): boolean {
  const request = text.replace(POLITELY, '');
  if (request === text && isQuestion(text)) return false;
  return EVERY_TIME.test(request) || EVERY_ERRAND.test(request) || (requests(request) && fromNowOn(request));
}
/** Whether a text says that something holds from then on. */
export const fromNowOn = (text: string) => FROM_NOW_ON.test(text);
/** Whether a text ends like a question. */
export const isQuestion = (text: string) => /[?？؟]["'”’)\]]*$/.test(text);

/** Whether a query is a phrase, not a question, a request or a statement: "phone number", "the twins' school". Short requests may be taken for one. */
export function isPhrase(query: string): boolean {
  const text = query.trim();
  const words = text.split(/\s+/).length;
  return (
    /^[\p{Script=Latin}\P{L}]+$/u.test(text) && words <= MAX_WORDS && !ENDS.test(text) && !asks(text) && !requests(text)
  );
}
