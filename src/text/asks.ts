const ASKS =
  /^(?:(?:and|but|so|ok|okay|well|hey|hi|hello|please|also),?\s+)*(?:whats?|whos?|whose|whom|whens?|wheres?|whys?|hows?|which|can|could|would|will|should|shall|do|does|did|is|are|was|were|have|has|am|may|might)\b(?!\s+(?:i\s+said|matters?|happened\s+is)\b)/i;
const REQUESTS =
  /^(?:(?:and|but|so|ok|okay|well|hey|hi|hello|now|then|also),?\s+)*(?:please|pls|help me|tell me|show me|give me|explain|write|rewrite|draft|summari[sz]e|translate|suggest|recommend|find|look up|search|list|book|order|check|remind me|let's|try)\b/i;
/** Closes a sentence, or a part of one. */
const ENDS = /[.?!…:;？！。؟]["'”’)\]]*\s*$/;
/** Longer texts are sentences. */
const MAX_WORDS = 6;

/** Whether a text begins like a question. */
export const asks = (text: string) => ASKS.test(text);
/** Whether a text begins like a request. */
export const requests = (text: string) => REQUESTS.test(text);
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
