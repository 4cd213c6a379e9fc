import { stem } from './stem.js';

export interface Word {
  /** As written. */
  text: string;
  lower: string;
  /** Where it begins in its sentence. */
  start: number;
  stem: string;
  /** How much it says about what the sentence is about: 0 for an article or auxiliary, 1 for most words. */
  weight: number;
  /** Written like a name: a capital that does not only open the sentence. */
  name: boolean;
}

const set = (words: string) => new Set(words.split(/\s+/));

/** Words that say nothing about what a sentence is about. */
const FUNCTION_WORDS = set(`a an the this that these those some any each every all both either neither such
i me my mine myself we us our ours ourselves you your yours yourself he him his himself she her hers herself it its
itself they them their theirs themselves one ones who whom whose which what where when why how
be am is are was were been being do does did done doing have has had having will would shall should can could may might
must ought get gets got getting let lets gonna
of in on at to from by with without for about against between into onto through during before after above below up down
out off over under again further then once here there than as if so because while until although though since
and or but nor not no never none nothing nobody nowhere no-one
also too very just only even really quite rather still already yet ever now currently actually anymore instead
there's it's i'm i've i'd i'll you're you've we're we've they're they've he's she's that's what's who's let's
isn't aren't wasn't weren't don't doesn't didn't won't wouldn't can't cannot couldn't haven't hasn't hadn't shouldn't
ain't etc via per own same other another more most less least much many few lot lots someone somebody anyone anything
something everyone everybody everything well longer`);

/** Words that many sentences share without sharing a subject, in all their forms: they count, but little. */
const LIGHT_STEMS = new Set(
  `know want need try help make sure think wonder feel look figure guess hope kinda kind sort um uh btw please thank hi hello
ok okay yes thing way able go worried excited specifically especially given recently nearly roughly approximately around
almost exactly new good great best better time day today start use work give take come keep consider like currently
understand tell show find say set put see happen bring`
    .split(/\s+/)
    .map(stem),
);

/** A light word's part of a whole one. Chosen once, by reason rather than by measuring. */
const LIGHT_WEIGHT = 0.35;

const WORD = /[\p{L}\p{N}]+(?:['’.\-_][\p{L}\p{N}]+)*/gu;

/** A sentence of more words is no sentence; the time stays bounded. */
const MOST_WORDS = 300;

/** The words of one sentence. */
export function wordsOf(sentence: string): Word[] {
  const words: Word[] = [];
  for (const match of sentence.matchAll(WORD)) {
    if (words.length === MOST_WORDS) break;
    const text = match[0].replaceAll('’', "'");
    const lower = text.toLowerCase();
    const bare = lower.replace(/'s$/, '');
    const stemmed = stem(bare);
    const capital = text[0] !== lower[0];
    words.push({
      text,
      lower,
      start: match.index,
      stem: stemmed,
      weight:
        FUNCTION_WORDS.has(lower) || /^\d/.test(lower) || bare.length < 2
          ? 0
          : LIGHT_STEMS.has(stemmed)
            ? LIGHT_WEIGHT
            : 1,
      name: capital && (words.length > 0 || /^[\p{Lu}]{2,}|\p{Ll}\p{Lu}/u.test(text)) && !/^I('|$)/.test(text),
    });
  }
  return words;
}
