import { type Part, waterfall } from '../lib/waterfall.js';

/** What each part of a score means, for tooltips and the legend. */
export const PART_TEXT: Record<string, string> = {
  meaning: 'similarity in meaning',
  words: 'words in common',
  conversation: 'how its neighbours in the conversation score',
  time: 'closeness to the time in the question',
  recency: 'how recent it is',
  outcome: 'how well it worked before',
  importance: 'its importance',
  superseded: 'a newer memory superseded it',
  turn: 'a turn that its statement already covers',
  reading: 'how well it answers, read together with the question',
  newer: 'newer than a memory it contradicts',
  older: 'the question asks about the past',
  score: 'cosine similarity',
};

/** Nine colours are enough (styles/tokens.css); a part without its own is grey. */
const COLOURED = new Set('meaning words conversation time recency outcome importance reading newer'.split(' '));
const ALIKE: Record<string, string> = { score: 'meaning', semantic: 'meaning', cosine: 'meaning', older: 'newer' };
const colourOf = (name: string): string => {
  const known = ALIKE[name] ?? name;
  return `var(--part-${COLOURED.has(known) ? known : 'other'})`;
};
export const PartSwatch = ({ name }: { name: string }) => (
  <span class="swatch" style={{ background: colourOf(name) }} />
);

export const scoreText = (value: number): string => (value < 0 ? '−' : '') + Math.abs(value).toFixed(3);

interface Props {
  parts: readonly Part[];
  total: number;
  scale: { low: number; high: number };
}

/** The parts end to end: positive ones on the upper lane, negative ones on the lower one, and a line where they end. */
export function ScoreBar({ parts, total, scale }: Props) {
  const steps = waterfall(parts);
  const span = scale.high - scale.low;
  const place = (value: number) => `${(((value - scale.low) / span) * 100).toFixed(2)}%`;
  const description = steps.map(({ name, value }) => `${name} ${scoreText(value)}`).join(', ');
  return (
    <div class="score-bar" role="img" aria-label={`Score ${scoreText(total)}: ${description}`}>
      {steps.map(({ name, value, from, to }) => (
        <span
          key={name}
          class={value < 0 ? 'segment minus' : 'segment'}
          title={`${name} ${scoreText(value)}: ${PART_TEXT[name] ?? 'a part of the score'}`}
          style={{
            left: place(Math.min(from, to)),
            width: `${(Math.abs(value) / span) * 100}%`,
            background: colourOf(name),
          }}
        />
      ))}
      {scale.low < 0 && <span class="zero" style={{ left: place(0) }} />}
      <span class="sum" style={{ left: place(total) }} />
    </div>
  );
}

/** The same in numbers: a sum that can be checked. */
export const ScoreSum = ({ parts, total }: { parts: readonly Part[]; total: number }) => (
  <table class="sum-table">
    <tbody>
      {parts.map(({ name, value }) => (
        <tr key={name}>
          <th scope="row">
            <PartSwatch name={name} />
            {name}
          </th>
          <td class="number">{scoreText(value)}</td>
          <td class="soft">{PART_TEXT[name] ?? ''}</td>
        </tr>
      ))}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">sum</th>
        <td class="number">{scoreText(total)}</td>
        <td />
      </tr>
    </tfoot>
  </table>
);
