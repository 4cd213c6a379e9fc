/** Whom or what a feeling is about: the interaction with the agent, or something in the user's life. */
export const ABOUT = ['interaction', 'world'] as const;
export type About = (typeof ABOUT)[number];

/** Loss, grief, fear and illness: these are never about the agent. */
const SORROW =
  /\b(?:died|dies|dying|death|dead|passed away|put to sleep|funeral|buried|cemetery|grie(?:f|ve|ving|ved)|mourn(?:s|ed|ing)?|bereaved|widow(?:ed|er)?|miscarriage|suicide|sad(?:ness|der)?|heart ?broken|heartbreak|cr(?:y|ied|ying)|tears|weep(?:ing)?|wept|lonely|loneliness|homesick|depress(?:ed|ion|ing)|miss(?:es|ing)? (?:my|him|her|them|home)|lost my|broke up|break ?up|divorce[ds]?|separated|fired|laid off|evicted|ill|illness|sick|cancer|tumou?r|diagnos(?:ed|is)|hospital|surgery|pain|accident|injur(?:ed|y)|afraid|scared|terrified|anxious|anxiety|worried|panic|exhausted|burn(?:t|ed)? ?out)\b/i;
/** Speaks to the agent, or about what it did. */
const ADDRESSED =
  /\b(?:you|your|yours|yourself|u|ur|bot|chatbot|assistant|agent|ai|support|service|answer(?:s|ed)?|repl(?:y|ies|ied)|response|app|website|software|program|tool|refund|order)\b/i;

/** For a text with a negative feeling. English only; in case of doubt it is about the interaction. */
export const aboutOf = (text: string): About => (SORROW.test(text) && !ADDRESSED.test(text) ? 'world' : 'interaction');
