/**
 * Idioms that do not mean what their words say, with a valence from −4 to 4; 0 if emotional words carry no feeling. Apostrophes are left out, so
 * that "cant wait" matches as well.
 */
const BY_VALENCE: Readonly<Record<string, string>> = {
  '3': `over the moon|on cloud nine|the best of both worlds|blew me away|blown away|could not be happier|couldnt be happier|
    couldnt be better|could not be better|out of this world|made my day|dream come true|knocked it out of the park|second to none|
    cant get enough|cannot get enough|head over heels|the bees knees|the bomb|the shit|hats off|take a bow|game changer`,
  '2': `cant wait|cannot wait|can not wait|look forward|looking forward|looks forward|thank you|well done|good job|great job|nice job|
    no problem|no problems|no complaints|no regrets|no worries|cant complain|cannot complain|not bad|not too bad|cant go wrong|
    cannot go wrong|hit the spot|piece of cake|top notch|first rate|worth it|worth every penny|worth the money|worth a try|
    thumbs up|two thumbs up|way to go|bad ass|badass|kick ass|kicks ass|spot on|on point|without a doubt|without doubt|no doubt|
    hands down|like a charm|like a dream|no brainer|must have|must see|must read|good luck|happy birthday|good morning|good night|
    cheer up|in good hands|all the best|so far so good`,
  '0': `pretty much|kind of|sort of|kind regards|dear sir|dear madam|like to know|would like|id like|feel like|feels like|
    looks like|look like|looked like|sounds like|sound like|seems like|something like|anything like|like this|like that|things like|
    stuff like|just like|more like|no matter|as well as|well known|well over|how well|as good as|
    no longer|no one|care of|take care|play a role|
    no thanks|no thank you|fun fact|interest rate|interest rates|united states|
    supreme court|please note|please send|please find|please let|mind you|never mind`,
  '-2': `let down|lets down|letting down|fed up|sick of|tired of|sick and tired|waste of|wasted my|rip off|ripped off|ripoff|
    fall apart|falls apart|fell apart|falling apart|fell short|falls short|under the weather|down in the dumps|cut corners|
    cold feet|pain in the|go wrong|goes wrong|went wrong|gone wrong|goes bad|went bad|not worth|steer clear|stay away|
    keep away|look elsewhere|save your money|dont bother|do not bother|didnt bother|what a joke|big joke|fell flat|falls flat|
    at a loss|does not work|doesnt work|did not work|didnt work|not working|stopped working|stops working|
    quit working|wont work|will not work|never works|never worked|thanks for nothing|yeah right|oh great|just great|
    just what i needed|go figure|so much for|give up|gave up|had it with|had enough|enough of|
    could have been better|couldve been better|should have been better|too bad|not enough|get lost|
    screw up|screwed up|messed up|mess up|no good|no fun|no help|no sense|no point|whats the point|not cool|not okay|
    not ok|not right|break down|broke down|breaks down|hand to mouth|cant afford|last straw|how dare|one star|
    on my nerves|passed away`,
  '-3': `cant stand|cannot stand|can not stand|couldnt stand|kiss of death|break my heart|broke my heart|breaks my heart|
    heart broken|piece of crap|piece of shit|piece of junk|waste of time|waste of money|drives me crazy|driving me crazy|drives me mad|
    makes me sick|go to hell|worst ever|fuck you|fuck off|screw you|shut up|what the hell|what the fuck|worst nightmare|
    slap in the face|stabbed in the back|stab in the back|could not be worse|couldnt be worse|zero stars`,
};

/** By first word: an idiom's other words and its valence, longest first. */
const IDIOMS = new Map<string, { rest: string[]; valence: number }[]>();
for (const [valence, list] of Object.entries(BY_VALENCE)) {
  for (const idiom of list.split('|')) {
    const [first = '', ...rest] = idiom.trim().split(' ');
    const known = IDIOMS.get(first) ?? [];
    known.push({ rest, valence: Number(valence) });
    IDIOMS.set(
      first,
      known.sort((a, b) => b.rest.length - a.rest.length),
    );
  }
}

export interface Idiom {
  /** Number of words it spans. */
  words: number;
  valence: number;
}

/** The longest idiom that begins at `at`. `words` are lower case, without apostrophes. */
export function idiomAt(words: readonly string[], at: number): Idiom | null {
  for (const { rest, valence } of IDIOMS.get(words[at] ?? '') ?? []) {
    if (rest.every((word, i) => words[at + 1 + i] === word)) return { words: rest.length + 1, valence };
  }
  return null;
}
