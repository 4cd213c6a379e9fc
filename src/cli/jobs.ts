import type { JobsListResponse } from '../client/index.js';
import { configOfProcess } from '../config/config.js';
import { Failure } from './failure.js';
import { table } from './output/terminal.js';
import type { RemoteOptions } from './remote/remote.js';
import { addressOf, adminKeyOf } from './remote/running.js';
import { serviceFetch } from './remote/service-fetch.js';

export interface JobsOptions extends RemoteOptions {
  state?: string;
  kind?: string;
  json?: boolean;
}

type Job = JobsListResponse['jobs'][number];

const PAGE = 1_000;

async function fetchJobs(address: string, key: string, { state, kind }: JobsOptions): Promise<Job[]> {
  const jobs: Job[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = new URLSearchParams({
      limit: String(PAGE),
      ...(state && { state }),
      ...(kind && { kind }),
      ...(cursor && { cursor }),
    });
    const response: Response = await serviceFetch(`${address}/admin/jobs?${query}`, {
      headers: { authorization: `Bearer ${key}` },
    }).catch(() => {
      throw new Failure(`No service responds at ${address}.`);
    });
    const body = (await response.json()) as { jobs: Job[]; next_cursor: string | null; error?: { message: string } };
    if (!response.ok) throw new Failure(`${address} returned ${response.status}: ${body.error?.message}`);
    jobs.push(...body.jobs);
    cursor = body.next_cursor;
  }
  return jobs;
}

const when = (at: number | null) => (at === null ? 'when woken' : new Date(at).toISOString().replace(/\.\d+Z$/, 'Z'));

const rowOf = ({ id, state, run_at, attempts, lease_owner, last_error }: Job) => [
  id,
  state,
  when(run_at),
  String(attempts),
  lease_owner?.slice(0, 8) ?? '',
  last_error?.replace(/\s+/g, ' ') ?? '',
];

export async function jobsCommand(options: JobsOptions): Promise<void> {
  const config = configOfProcess();
  const address = addressOf(options, config);
  const jobs = await fetchJobs(address, await adminKeyOf(options, config), options);
  const text = options.json
    ? JSON.stringify({ jobs }, null, 2)
    : [
        ...table([['JOB', 'STATE', 'DUE', 'TRIES', 'NODE', 'LAST ERROR'], ...jobs.map(rowOf)]),
        `${jobs.length} jobs.`,
      ].join('\n');
  process.stdout.write(`${text}\n`);
}
