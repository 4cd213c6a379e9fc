const words = (list: string) => list.trim().split(/\s+/);

/** Words that reverse the meaning of what follows. So does every form with "n't". */
const NEGATORS = new Set(
  words(`
  not no never nobody none nothing nowhere neither nor cannot without hardly barely scarcely rarely seldom lacks lacking lacked
  nope nah aint arent cant couldnt didnt doesnt dont hadnt hasnt havent isnt mightnt mustnt neednt shant shouldnt wasnt werent
  wont wouldnt
`),
);
export const isNegator = (word: string) => NEGATORS.has(word) || word.endsWith("n't");

/** "so", "very": they intensify a feeling. Drawn-out forms count too. */
const STRENGTHENERS = new Set(
  words(`
  absolutely amazingly awfully badly completely considerably crazy damn damned decidedly deeply effing enormously entirely especially
  exceedingly exceptionally extraordinarily extremely freaking friggin frigging fucking fully genuinely greatly hella highly hugely
  immensely incredibly insanely intensely majorly mega mighty more most much particularly perfectly positively profoundly purely
  quite really remarkably seriously simply so soo super supremely such terribly terrifically thoroughly too totally tremendously
  truly uber unbelievably unusually utterly very way wholly wildly
`),
);
/** "slightly", "somewhat": they tone a feeling down. */
const WEAKENERS = new Set(
  words(`
  almost fairly halfway kinda less little marginally mildly moderately nearly occasionally partly partially
  relatively semi slightly somewhat sorta tad
`),
);

/** +1 strengthens what follows, −1 weakens it, 0 does neither. */
export const degreeOf = (word: string): -1 | 0 | 1 => (STRENGTHENERS.has(word) ? 1 : WEAKENERS.has(word) ? -1 : 0);

/** What follows these is what the speaker means; what came before weighs less. */
const CONTRASTS = new Set(words('but however nevertheless nonetheless'));
/** They open the clause that weighs less. */
const CONCESSIONS = new Set(words('although though despite whereas'));
export const isContrast = (word: string) => CONTRASTS.has(word);
export const isConcession = (word: string) => CONCESSIONS.has(word);
