import { useSignal } from '@preact/signals';
import type { MemoryScoreResponse } from '../../../client/index.js';
import { client, messageOf } from '../../api.js';
import { scaleOf } from '../../lib/waterfall.js';
import { Button, Field } from '../../parts/controls.js';
import { ScoreBar, ScoreSum, scoreText } from '../../parts/score-bar.js';
import { Message } from '../../parts/text.js';
import { inputOf, type Settings } from './settings.js';

/** The score of one memory for the question, whatever its rank. */
export function WhyNot({ q, user, settings, first }: { q: string; user: string; settings: Settings; first: string }) {
  const id = useSignal(first);
  const busy = useSignal(false);
  const found = useSignal<MemoryScoreResponse | null>(null);
  const problem = useSignal('');
  const ask = async (event?: Event) => {
    event?.preventDefault();
    if (!id.value.trim()) return;
    busy.value = true;
    problem.value = '';
    found.value = null;
    try {
      const { explain, ranking, user_id, ...input } = inputOf(q, user, settings);
      found.value = await client.memory.score({ ...input, id: id.value.trim() });
    } catch (error) {
      problem.value = messageOf(error);
    } finally {
      busy.value = false;
    }
  };
  const score = found.value;
  const parts = score?.explain ?? [];
  const total = score?.final_score ?? 0;
  return (
    <section class="why-not" aria-label="Why is this memory not here?">
      <h2>Why is this memory not here?</h2>
      <form onSubmit={ask}>
        <Field hideLabel label="Memory ID" value={id} placeholder="mem_…" />
        <Button type="submit" busy={busy.value}>
          Check
        </Button>
      </form>
      {problem.value && (
        <p class="notice" role="alert">
          <Message text={problem.value} />
        </p>
      )}
      {score && (
        <div class="card">
          <p>
            <Message text={score.why} />
          </p>
          {score.user_id !== user && (
            <p>
              It belongs to <bdi>{score.user_id}</bdi>: rank and score are among that user's memories.
            </p>
          )}
          <p>
            {typeof score.rank === 'number' && <strong>Rank {score.rank}</strong>}{' '}
            <span class="soft">score {scoreText(total)}</span>
          </p>
          {parts.length > 0 && (
            <>
              <ScoreBar parts={parts} total={total} scale={scaleOf([parts])} />
              <ScoreSum parts={parts} total={total} />
            </>
          )}
        </div>
      )}
    </section>
  );
}
