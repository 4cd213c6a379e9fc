const ASKS =
  /^(?:(?:and|but|so|ok|okay|well|hey|hi|hello|please|also),?\s+)*(?:whats?|whos?|whose|whom|whens?|wheres?|whys?|hows?|which|can|could|would|will|should|shall|do|does|did|is|are|was|were|have|has|am|may|might)\b(?!\s+(?:i\s+said|matters?|happened\s+is)\b)/i;
const REQUESTS =
  /^(?:(?:and|but|so|ok|okay|well|hey|hi|hello|now|then|also),?\s+)*(?:please|pls|help me|tell me|show me|give me|explain|write|rewrite|draft|summari[sz]e|translate|suggest|recommend|find|look up|search|list|book|order|check|remind me|let's|try)\b/i;
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
export const asks = (text: string) => ASKS.test(text);
/** Whether a text begins like a request. */
export const requests = (text: string) => REQUESTS.test(text);
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
