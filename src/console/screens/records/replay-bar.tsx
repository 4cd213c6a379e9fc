import { Button } from '../../parts/controls.js';

interface Props {
  /** How many turns are shown; null for all. */
  at: number | null;
  loaded: number;
  count: number;
  isLast: boolean;
  isPlaying: boolean;
  play: () => void;
  step: (by: number) => void;
  showAll: () => void;
}

export const ReplayBar = ({ at, loaded, count, isLast, isPlaying, play, step, showAll }: Props) => (
  <div class="replay-bar" role="group" aria-label="Replay">
    <Button icon={isPlaying ? 'pause' : 'play'} onClick={play}>
      {isPlaying ? 'Pause' : at === null || isLast ? 'Play from the start' : 'Continue'}
    </Button>
    <Button icon="previous" label="Previous turn (k)" disabled={at === 1} onClick={() => step(-1)} />
    <Button icon="next" label="Next turn (j)" disabled={at === null || isLast} onClick={() => step(1)} />
    <span class="number" role="status">
      {at === null ? `${loaded} of ${count} events` : `Turn ${at} of ${count}`}
    </span>
    {at !== null && (
      <Button kind="quiet" onClick={showAll}>
        Show all
      </Button>
    )}
  </div>
);
