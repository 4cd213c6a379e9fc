import { useSignal } from '@preact/signals';
import type { MemoryRetrieveResponse } from '../../../client/index.js';
import { wordsMissing } from '../../lib/text.js';
import { scaleOf } from '../../lib/waterfall.js';
import { Button, Empty } from '../../parts/controls.js';
import { PART_TEXT, PartSwatch, ScoreBar, ScoreSum, scoreText } from '../../parts/score-bar.js';
import { StoredText } from '../../parts/text.js';
import { Time } from '../../parts/time.js';
import { addressOf } from '../../state/router.js';
import { Meter } from '../memories/facts.js';

type Result = MemoryRetrieveResponse['results'][number];

interface Props {
  title: string | undefined;
  response: MemoryRetrieveResponse;
  /** The order on the other side, to show which results moved. */
  other: readonly string[] | undefined;
  terms: ReadonlySet<string>;
}

export function Results({ title, response, other, terms }: Props) {
  const scale = scaleOf(response.results.map(({ explain }) => explain ?? []));
  const names = [
    ...new Set(
      response.results
        .flatMap(({ explain }) => explain ?? [])
        .filter(({ value }) => Math.abs(value) > 1e-6)
        .map(({ name }) => name),
    ),
  ];
  return (
    <section class="results" aria-label={title ?? 'Results'}>
      <header class="results-head">
        <h2>
          {title ?? 'Results'} <span class="count">{response.count}</span>
        </h2>
        <Verdict response={response} />
      </header>
      {names.length > 1 && (
        <ul class="legend" aria-label="Parts of a score">
          {names.map((name) => (
            <li key={name} title={PART_TEXT[name]}>
              <PartSwatch name={name} />
              {name}
            </li>
          ))}
        </ul>
      )}
      {response.count === 0 && (
        <Empty icon="search" title="No results">
          <p>Lower the minimum cosine, remove the agent or namespace, or choose another day.</p>
        </Empty>
      )}
      <ol class="result-list">
        {response.results.map((result, at) => (
          <ResultCard
            key={result.id}
            result={result}
            at={at}
            scale={scale}
            terms={terms}
            moved={other && movedBy(other, result.id, at)}
          />
        ))}
      </ol>
    </section>
  );
}

function movedBy(other: readonly string[], id: string, at: number): string {
  const there = other.indexOf(id);
  if (there < 0) return 'only here';
  return there === at ? 'same rank' : there > at ? `${there - at} higher` : `${at - there} lower`;
}

/** Whether the service would respond or abstain, and the evidence against responding. */
function Verdict({ response }: { response: MemoryRetrieveResponse }) {
  const { confidence, abstained, semantic, query, results, scoring } = response;
  const missing = wordsMissing(
    query,
    results.map(({ content }) => content),
  );
  const best = Math.max(0, ...results.map(({ relevance }) => relevance ?? 0));
  return (
    <div class={`verdict ${abstained ? 'abstained' : 'answers'}`}>
      <p>
        <strong>{abstained ? 'Abstains' : 'Answers'}</strong>
        {confidence !== null && (
          <>
            {' '}
            <Meter value={confidence} label="Confidence" /> confidence {confidence.toFixed(2)}
          </>
        )}
        <span class="soft"> · ranked by {scoring}</span>
      </p>
      {!semantic && <p class="soft small">The question could not be embedded: found by words, then the most recent.</p>}
      {abstained && (
        <p class="soft small">
          Nothing here seems to answer the question.
          {best > 0 && ` The best result is ${Math.round(best * 100)}% likely to.`}
          {missing.length > 0 && ` No result mentions ${missing.map((word) => `“${word}”`).join(', ')}.`}
        </p>
      )}
    </div>
  );
}

interface CardProps {
  result: Result;
  at: number;
  scale: { low: number; high: number };
  terms: ReadonlySet<string>;
  moved: string | undefined;
}

function ResultCard({ result, at, scale, terms, moved }: CardProps) {
  const open = useSignal(false);
  const parts = result.explain ?? [];
  const total = result.final_score ?? 0;
  return (
    <li class="result">
      <div class="result-head">
        <span class="rank">{at + 1}</span>
        <a class="result-text" href={addressOf(`memories/${encodeURIComponent(result.id)}`)}>
          <StoredText text={result.content} terms={terms} links={false} />
        </a>
      </div>
      <ScoreBar parts={parts} total={total} scale={scale} />
      <div class="result-foot">
        <span class="number">{scoreText(total)}</span>
        {result.relevance !== undefined && (
          <span title="How likely it answers the question">answers: {Math.round(result.relevance * 100)}%</span>
        )}
        {result.score !== null && <span class="soft">cosine {result.score.toFixed(3)}</span>}
        <span class="soft">
          <Time at={result.created_at} />
        </span>
        {moved && <span class={moved === 'same rank' ? 'soft' : 'moved'}>{moved}</span>}
        <Button kind="quiet" expanded={open.value} onClick={() => (open.value = !open.value)}>
          {open.value ? 'Hide the sum' : 'Show the sum'}
        </Button>
      </div>
      {open.value && <ScoreSum parts={parts} total={total} />}
    </li>
  );
}
