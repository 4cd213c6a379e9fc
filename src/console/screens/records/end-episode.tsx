import { useSignal } from '@preact/signals';
import { client, tell } from '../../api.js';
import { CallButton } from '../../parts/call.js';
import { Button, Choice, Field } from '../../parts/controls.js';
import { toast } from '../../state/toasts.js';

const OUTCOMES = ['success', 'failure', 'unknown'] as const;
type Outcome = (typeof OUTCOMES)[number];

/** Closes an open episode; the service writes the summary unless one is given. */
export function EndEpisode({ id, done }: { id: string; done: () => void }) {
  const summary = useSignal('');
  const outcome = useSignal<Outcome | ''>('');
  const busy = useSignal(false);
  const input = {
    episode_id: id,
    ...(summary.value.trim() ? { summary: summary.value.trim() } : {}),
    ...(outcome.value ? { outcome: outcome.value } : {}),
  };
  const end = async (event: Event) => {
    event.preventDefault();
    busy.value = true;
    try {
      await client.episodes.end(input);
      toast('The episode is closed.');
      done();
    } catch (error) {
      tell(error);
    } finally {
      busy.value = false;
    }
  };
  return (
    <form class="connect-form" onSubmit={end}>
      <Field
        label="Summary"
        placeholder="made from the events"
        value={summary.value}
        onInput={(value) => {
          summary.value = value;
        }}
      />
      <Choice
        label="How it went"
        value={outcome.value}
        options={[['', 'not said'], ...OUTCOMES]}
        onChange={(value) => {
          outcome.value = value as Outcome | '';
        }}
      />
      <Button type="submit" icon="check" busy={busy.value}>
        End the episode
      </Button>
      <CallButton name="End the episode" call={{ operation: 'episodes.end', input }} />
    </form>
  );
}
