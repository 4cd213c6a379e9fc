import type { ComponentType } from 'preact';
import type { IconName } from '../parts/icon.js';
import { Care } from '../screens/care/care.js';
import { Connect } from '../screens/connect/connect.js';
import { Graph } from '../screens/graph/graph.js';
import { Lab } from '../screens/lab/lab.js';
import { Live } from '../screens/live/live.js';
import { Memories } from '../screens/memories/memories.js';
import { Operator } from '../screens/operator.js';
import { Records } from '../screens/records/records.js';
import { Sessions } from '../screens/sessions.js';
import { Transfer } from '../screens/transfer/transfer.js';
import { Usage } from '../screens/usage/usage.js';
import { Users } from '../screens/users/users.js';
import { boundUser, isOperator } from '../state/session.js';

interface Screen {
  path: string;
  title: string;
  icon: IconName;
  show: ComponentType;
}

const OF_A_KEY: readonly Screen[] = [
  { path: 'memories', title: 'Memories', icon: 'memories', show: Memories },
  { path: 'lab', title: 'Recall lab', icon: 'lab', show: Lab },
  { path: 'care', title: 'Care', icon: 'care', show: Care },
  { path: 'users', title: 'Users', icon: 'users', show: Users },
  { path: 'records', title: 'Records', icon: 'records', show: Records },
  { path: 'graph', title: 'Graph', icon: 'graph', show: Graph },
  { path: 'connect', title: 'Connect', icon: 'connect', show: Connect },
  { path: 'live', title: 'Live', icon: 'live', show: Live },
  { path: 'usage', title: 'Usage and keys', icon: 'usage', show: Usage },
  { path: 'transfer', title: 'Import and export', icon: 'transfer', show: Transfer },
];
const OF_AN_OPERATOR: Screen = { path: 'operator', title: 'Operator', icon: 'jobs', show: Operator };
/** Not `sessions`: the service itself uses that path. */
const SESSIONS: Screen = { path: 'browsers', title: 'Sessions', icon: 'sessions', show: Sessions };

/** What a key that is bound to one user may not use, and why. */
const OF_WHOLE_KEYS: Record<string, string> = {
  connect: 'A child key cannot create other keys.',
  live: 'The journal and webhooks cover all users of a key.',
  usage: 'Usage and child keys belong to the whole key.',
};

export function screensOfSession(): readonly Screen[] {
  if (isOperator.value) return [OF_AN_OPERATOR, SESSIONS];
  return [...OF_A_KEY.filter(({ path }) => boundUser.value === null || !(path in OF_WHOLE_KEYS)), SESSIONS];
}

/** For a typed or bookmarked URL of a screen that child keys do not have. */
export function refusedScreen(path: string): { title: string; why: string } | undefined {
  const why = boundUser.value === null ? undefined : OF_WHOLE_KEYS[path];
  const title = OF_A_KEY.find((one) => one.path === path)?.title;
  return why && title ? { title, why } : undefined;
}
