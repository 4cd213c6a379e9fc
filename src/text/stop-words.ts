/**
 * Function words, which carry grammar but no subject. They are left out of the keyword index: their postings would be its longest lists and their
 * weight (idf) its smallest. Words that negate or change a statement are read elsewhere, from the text.
 */
const WORDS = `
a an the and or but nor so yet if then than as of at by for from in into on onto off out over under up down to toward
towards with within without about after before between during through until till upon via per
i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself she her hers herself
it its itself they them their theirs themselves this that these those there here who whom whose which what when where
why how whether am is are was were be been being do does did done doing have has had having will would shall should can
could may might must ought not no yes too also just very really quite some any each both such own same other
because while though although again once ever never always oh ok okay yeah hey hi hello wow haha lol
`;

export const STOP_WORDS: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/));
