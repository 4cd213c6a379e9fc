import { expired } from './expired.js';
import { feedback } from './feedback.js';
import { stale } from './stale.js';
import { stats } from './stats.js';
import { verify } from './verify.js';

export const lifecycleOperations = [feedback, stale, verify, stats, expired];
