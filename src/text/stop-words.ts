/**
 * Function words, which carry grammar but no subject. They are left out of the keyword index: their postings would be its longest lists and their
 * weight (idf) its smallest. Words that negate or change a statement are read elsewhere, from the text.
 */
const GRAMMAR = `
a an the so then as of be been being doing done having yes too also just very really quite oh ok okay yeah hey hi
hello wow haha lol
`;
/** Two statements that differ in one of these do not say the same: "before meals", "after meals"; "I owe you", "you owe me". */
const RELATIONS = `
and or but nor yet if than at by for from in into on onto off out over under up down to toward towards with within
without about after before between during through until till upon via per
i me my mine myself we us our ours ourselves you your yours yourself yourselves this that these those here there
am is are was were do does did have has had
he him his himself she her hers herself it its itself they them their theirs themselves who whom whose which what when
where why how whether will would shall should can could may might must ought not no some any each both such own same
other because while though although again once ever never always
`;
const wordsOf = (list: string) => list.trim().split(/\s+/);

/** Function words that change nothing about what a statement says. */
export const GRAMMAR_WORDS: ReadonlySet<string> = new Set(wordsOf(GRAMMAR));
export const STOP_WORDS: ReadonlySet<string> = new Set([...GRAMMAR_WORDS, ...wordsOf(RELATIONS)]);
