import { useSignal } from '@preact/signals';
import { client } from '../../api.js';
import { Choice, Field } from '../../parts/controls.js';
import { Form } from '../../parts/form.js';
import { toast } from '../../state/toasts.js';

const OUTCOMES = ['success', 'failure', 'unknown'] as const;
type Outcome = (typeof OUTCOMES)[number];

/** Closes an open episode; the service writes the summary unless one is given. */
export function EndEpisode({ id, done }: { id: string; done: () => void }) {
  const summary = useSignal('');
  const outcome = useSignal<Outcome | ''>('');
  const input = {
    episode_id: id,
    ...(summary.value.trim() ? { summary: summary.value.trim() } : {}),
    ...(outcome.value ? { outcome: outcome.value } : {}),
  };
  return (
    <Form
      line
      kind="plain"
      icon="check"
      name="End the episode"
      call={{ operation: 'episodes.end', input }}
      send={async () => {
        await client.episodes.end(input);
        toast('Episode ended.');
        done();
      }}
    >
      <Field label="Summary" placeholder="generated from the events" value={summary} />
      <Choice label="Outcome" value={outcome} options={[['', 'not given'], ...OUTCOMES]} />
    </Form>
  );
}
