/** Whom or what a feeling is about: the interaction with the agent, or something in the user's life. */
export const ABOUT = ['interaction', 'world'] as const;
export type About = (typeof ABOUT)[number];

/** Loss, grief, fear and illness: these are never about the agent. */
const SORROW =
  /\b(?:died|dies|dying|death|dead|passed away|put to sleep|funeral|buried|cemetery|grie(?:f|ve|ving|ved)|mourn(?:s|ed|ing)?|bereaved|widow(?:ed|er)?|miscarriage|suicide|sad(?:ness|der)?|heart ?broken|heartbreak|cr(?:y|ied|ying)|tears|weep(?:ing)?|wept|lonely|loneliness|homesick|depress(?:ed|ion|ing)|miss(?:es|ing)? (?:my|him|her|them|home)|lost my|broke up|break ?up|divorce[ds]?|separated|fired|laid off|evicted|ill|illness|sick|cancer|tumou?r|diagnos(?:ed|is)|hospital|surgery|pain|accident|injur(?:ed|y)|afraid|scared|terrified|anxious|anxiety|worried|panic|exhausted|burn(?:t|ed)? ?out)\b/i;
/** Speaks to the agent, or about what it did. */
const ADDRESSED =
  /\b(?:you|your|yours|yourself|u|ur|bot|chatbot|assistant|agent|ai|support|service|answer(?:s|ed)?|repl(?:y|ies|ied)|response|app|website|software|program|tool|refund|order)\b/i;

/** What an agent gives. Anybody may give it, so it says less than being addressed. */
const GIVEN =
  /\b(?:(?:chat)?bots|assistants|agents|services|responses|explanations?|suggestions?|recommendations?|advice|summar(?:y|ies)|apps|websites|programs|tools|refunds|orders)\b/i;

/** People and animals in the life of the user. */
const CLOSE =
  /\b(?:my|our|his|her|their)(?: \p{L}+){0,2} (?:mother|mom|mum|mummy|father|dad|daddy|parents?|step\p{L}+|sisters?|brothers?|siblings?|sons?|daughters?|kids?|child|children|baby|husband|wife|partner|spouse|boyfriend|girlfriend|fianc[ée]e?|ex|uncle|aunt|cousins?|nephews?|nieces?|gran(?:ny|ddad|dad|dpa|dma|dfather|dmother|dson|ddaughter)?|in-laws?|(?:mother|father|sister|brother|son|daughter)-in-law|family|friends?|(?:flat|room|house|class|team)mates?|neighbou?rs?|landlord|landlady|boss|colleagues?|co-?workers?|teacher|professor|doctor|nurse|dentist|therapist|carer|nanny|babysitter|coach|dogs?|cats?|puppy|kitten|horse|pets?)\b/iu;
const OTHERS =
  /\b(?:the|a|some) (?:neighbou?rs?|landlord|landlady|teachers?|professor|doctors?|nurses?|dentist|surgeon|therapist|carer|nanny|babysitter|referee|mayor|police(?:man|woman)?|burglars?|thie(?:f|ves)|dogs?|cats?)\b/i;
/** A dislike of something that is named: "I hate peas"; not "I hate this" or "I hate waiting". */
const DISLIKES =
  /\bI (?:really |absolutely |just |still )*(?:hate|dislike|loathe|detest|despise|don['’]t like|can(?:['’]t|not) stand|am not (?:a )?fan of) (?!(?:it|its|this|that|these|those|the|him|her|them|how|when|what|why|who|where|to|being|having|a|an|all|every\p{L}*|any\p{L}*|talking|my)\b)(?!\p{L}+ing\b)\p{L}[\p{L} '’-]{1,40}(?=[.!?,;…]|$)/iu;
/** Complains of something that did not work, which may have been the agent. */
const COMPLAINS =
  /\b(?:again|wrong|incorrect|mistakes?|errors?|bugs?|crash(?:es|ed)?|useless|(?:not|n['’]t|never|stop(?:s|ped)?|quit) work(?:s|ed|ing)?|waste of|spam|fix|how many times)\b/i;

/** For a text with a negative feeling. English only; in case of doubt it is about the interaction. */
export function aboutOf(text: string): About {
  if (ADDRESSED.test(text)) return 'interaction';
  if (SORROW.test(text)) return 'world';
  const isOthers = CLOSE.test(text) || OTHERS.test(text) || (DISLIKES.test(text) && !GIVEN.test(text));
  return isOthers && !COMPLAINS.test(text) ? 'world' : 'interaction';
}
