import { emotionalHolding } from './emotional/holding.js';
import { episodesHolding } from './episodes/holding.js';
import { subscriptionsHolding } from './events/holding.js';
import type { Holding } from './holdings.js';
import { keysHolding } from './keys/holding.js';
import { retrievalsHolding } from './predict/holding.js';
import { proceduresHolding } from './procedures/holding.js';
import { workingHolding } from './working/holding.js';

/** Everything that is stored about users besides memories. */
export const HOLDINGS: readonly Holding[] = [
  episodesHolding,
  proceduresHolding,
  workingHolding,
  emotionalHolding,
  retrievalsHolding,
  subscriptionsHolding,
  keysHolding,
];
