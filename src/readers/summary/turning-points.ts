/** How much more or less a sentence counts for its function; chosen by hand, and flat: a third more or less changes little. */
const WEIGHTS = {
  /** What was decided, promised or settled. */
  decision: 1.5,
  /** What is left open: stated to be open, or asked last, so that it was not answered. */
  open: 2,
  /** "How are you?" says nothing about the subject. */
  pleasantry: 0.3,
};

const SETTLED =
  /\b(?:decid(?:e|es|ed)|agree[ds]?(?! with)|settle[ds]? on|cho(?:ose|oses|se|sen)|approve[ds]?|confirm(?:s|ed)?|booked|rolled back|fixed|resolved|solved)\b/i;
const PROMISED = /\b(?:let['’]s|(?:i|we|you|they|he|she)['’]ll|will|shall|(?:am|are|is|['’]m|['’]re) going to)\b/i;
const OPEN =
  /\b(?:open (?:question|issue|point)s?|to be (?:decided|confirmed|clarified)|tbd|not sure yet|(?:still|remains?) (?:unclear|open|unknown|undecided)|follow(?:ing)?[ -]up|needs? to find out|don['’]t know yet)\b/i;
const PLEASANTRY =
  /^(?:(?:oh|well|so|and|hi|hello|hey|good (?:morning|afternoon|evening))[,.! ]*)*(?:[\p{L}]+[,.! ]+)?(?:how(?:['’]s| is| are) (?:you|it|everything|things)|how do you do|what['’]s up|nice to (?:meet|see) you|(?:may|can) i help you|what can i do for you|how (?:may|can) i help)/iu;

/** The weight of a sentence as a turning point of the text. English only; sentences of other languages count 1. */
export function turningWeight(sentence: string, { question, last }: { question: boolean; last: boolean }): number {
  if (PLEASANTRY.test(sentence)) return WEIGHTS.pleasantry;
  if (OPEN.test(sentence) || (question && last)) return WEIGHTS.open;
  return !question && (SETTLED.test(sentence) || PROMISED.test(sentence)) ? WEIGHTS.decision : 1;
}

/** Asks nothing that anybody wants to know later. */
export const isPleasantry = (sentence: string): boolean => PLEASANTRY.test(sentence);

/** Says that something was decided. */
export const isSettled = (sentence: string): boolean => SETTLED.test(sentence);
