/** Forms that no suffix rule finds. Only verbs and nouns common in notes about people and work. */
const IRREGULAR = new Map<string, string>();
for (const line of `
be am is are was were been being
have has had having
do does did done doing
go goes went gone
make made
take took taken
come came
see saw seen
know knew known
get got gotten
give gave given
find found
think thought
tell told
become became
leave left
feel felt
bring brought
begin began begun
keep kept
hold held
write wrote written writing
stand stood
hear heard
let lets
mean meant
meet met
run ran running
pay paid
sit sat
speak spoke spoken
lie lay lain lying laying
lead led
read reads
grow grew grown
lose lost
fall fell fallen
send sent
build built
understand understood
draw drew drawn
break broke broken
spend spent
rise rose risen
drive drove driven
buy bought
wear wore worn
choose chose chosen
eat ate eaten
fly flew flown flies flying
forget forgot forgotten
sell sold
teach taught
catch caught
sing sang sung
swim swam swum
drink drank drunk
sleep slept asleep
wake woke woken
ride rode ridden
throw threw thrown
shoot shot
win won
fight fought
hide hid hidden
dig dug
hang hung
stick stuck
sweep swept
bite bit bitten
blow blew blown
shake shook shaken
steal stole stolen
freeze froze frozen
child children
man men
woman women
person people
foot feet
tooth teeth
mouse mice
wife wives
life lives
knife knives
leaf leaves
half halves
tie tied tying
die died dying
travel travelled travelling
cancel cancelled cancelling
agree agreed
flee fled
use used using
dance dancing
exercise exercising
`
  .trim()
  .split('\n')) {
  const [base = '', ...forms] = line.split(' ');
  for (const form of forms) if (form !== 'lives' && form !== 'leaves') IRREGULAR.set(form, base);
}

const VOWEL = /[aeiouy]/;
const DOUBLED = /([bdfgklmnprtvz])\1$/;

/** "stopp" → "stop"; "fall", "miss" and "buzz" keep theirs. */
const single = (root: string) =>
  root.length > 3 && DOUBLED.test(root) && !/(ll|ss|zz|ff)$/.test(root) ? root.slice(0, -1) : root;
/** A final e and y vary with the suffix ("live", "living"; "carry", "carries"), so neither is part of the stem. */
const trimmed = (root: string) => (root.length > 3 ? root.replace(/e$/, '').replace(/y$/, 'i') : root);

/** The common stem of a word's forms. Lighter than Porter's on purpose: "organisation" and "organ" must stay apart. */
export function stem(lower: string): string {
  const word = IRREGULAR.get(lower) ?? lower;
  if (word !== lower || word.length < 4) return trimmed(word);
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}i`;
  if (/(ss|x|z|ch|sh)es$/.test(word)) return trimmed(word.slice(0, -2));
  if (/[^sui]s$/.test(word)) return stem(word.slice(0, -1));
  for (const suffix of ['ing', 'ed']) {
    const root = word.slice(0, -suffix.length);
    if (word.endsWith(suffix) && root.length > 2 && VOWEL.test(root)) {
      return suffix === 'ed' && root.endsWith('i') ? root : trimmed(single(root));
    }
  }
  return trimmed(single(word));
}
