/** `due`: its time has come. `asleep`: until something wakes it. `failing`: it was tried and must be tried again. */
export const JOB_STATES = ['running', 'due', 'waiting', 'asleep', 'failing'] as const;
export type JobStateName = (typeof JOB_STATES)[number];

/** A job as the operator sees it. */
export interface JobState {
  id: string;
  kind: string;
  key_id: string | null;
  state: JobStateName;
  run_at: number;
  attempts: number;
  lease_owner: string | null;
  lease_until: number | null;
  last_error: string | null;
}
export interface JobPage {
  now: number;
  kind: string | null;
  state: JobStateName | null;
  after: string;
  limit: number;
}
