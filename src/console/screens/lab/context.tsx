import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { MemoryContextInput } from '../../../client/index.js';
import { client } from '../../api.js';
import { Code } from '../../parts/call.js';
import { Empty, Loading, Tabs } from '../../parts/controls.js';
import { Copy } from '../../parts/copy.js';
import { useLoaded } from '../../state/use.js';
import type { Settings } from './settings.js';

const FORMATS = [
  ['raw', 'Text'],
  ['markdown', 'Markdown'],
  ['anthropic', 'Anthropic'],
  ['openai', 'OpenAI'],
] as const;
/** Steps of the ruler. */
const BUDGETS = [200, 500, 1_000, 2_000, 4_000, 8_000];

/** What the model will read, with a ruler that shows the budget. */
export function ContextPanel({ q, user, settings }: { q: string; user: string; settings: Settings }) {
  const id = useId();
  const format = useSignal<(typeof FORMATS)[number][0]>('raw');
  const budget = useSignal(2);
  const { agent_id, namespace, as_of } = settings;
  const max_tokens = BUDGETS[budget.value] as number;
  const given = Object.fromEntries(Object.entries({ agent_id, namespace, as_of }).filter(([, value]) => value));
  const input: MemoryContextInput = { user_id: user, q, max_tokens, format: format.value, ...given };
  const { value: response, loading } = useLoaded((signal) => client.memory.context(input, { signal }), [input]);
  return (
    <section class="context" aria-label="Context for the model">
      <header class="results-head">
        <h2>As the model sees it</h2>
        {response && <Copy text={response.context} />}
      </header>
      <Tabs label="Format" value={format} options={FORMATS} />
      <div class="ruler">
        <label for={id}>Budget</label>
        <input
          id={id}
          type="range"
          min={0}
          max={BUDGETS.length - 1}
          step={1}
          value={budget.value}
          aria-valuetext={`${max_tokens} tokens`}
          onChange={(event) => (budget.value = Number(event.currentTarget.value))}
        />
        <output for={id}>{max_tokens.toLocaleString()} tokens</output>
        <div class="ruler-bar" role="img" aria-label={`${response?.token_count ?? 0} of ${max_tokens} tokens used`}>
          <span style={{ width: `${Math.min(100, ((response?.token_count ?? 0) / max_tokens) * 100)}%` }} />
        </div>
        {response && (
          <p class="small">
            <strong>{response.token_count.toLocaleString()}</strong> tokens, {response.memories_used} of{' '}
            {response.memories_available.toLocaleString()} memories
            {response.memories_flagged > 0 &&
              `, ${response.memories_flagged.toLocaleString()} left out as instructions`}
            {response.tokens_saved > 0 && (
              <span class="soft">
                {' '}
                · saves {response.tokens_saved.toLocaleString()} tokens compared with sending everything
              </span>
            )}
          </p>
        )}
      </div>
      {loading && !response && <Loading />}
      {response && response.context === '' && (
        <Empty title="The context is empty">
          <p>No memory matches this question. Store something first, or raise the budget.</p>
        </Empty>
      )}
      {response && response.context !== '' && <Code text={response.context} label="The context" />}
    </section>
  );
}
