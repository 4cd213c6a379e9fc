import { explore } from './explore.js';
import { link } from './link.js';
import { map } from './map.js';
import { unlink } from './unlink.js';

/** Contradicting pairs are listed by the conflicts. */
export const graphOperations = [link, explore, unlink, map];
