import { fullTime, shortTime } from '../lib/time.js';

export const Time = ({ at, full = false }: { at: number; full?: boolean }) => (
  <time dateTime={new Date(at).toISOString()} title={fullTime(at)}>
    {full ? fullTime(at) : shortTime(at)}
  </time>
);
