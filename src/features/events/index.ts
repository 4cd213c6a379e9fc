import type { AnyOperation } from '../request.js';
import { change } from './change.js';
import { deliveries, logs } from './deliveries.js';
import { get } from './get.js';
import { history } from './history.js';
import { list } from './list.js';
import { ping } from './ping.js';
import { remove } from './remove.js';
import { replay } from './replay.js';
import { rotate } from './rotate.js';
import { sealing } from './sealing.js';
import { stream } from './stream.js';
import { register, subscribe } from './subscribe.js';

export const eventOperations: readonly AnyOperation[] = [
  subscribe,
  stream,
  history,
  list,
  get,
  change,
  remove,
  rotate,
  ping,
  deliveries,
  replay,
  register,
  logs,
  sealing,
];
