import { batch } from './batch.js';
import { facets } from './facets.js';
import { forget } from './forget.js';
import { get } from './get.js';
import { history } from './history.js';
import { list } from './list.js';
import { names } from './names.js';
import { retrieve } from './retrieve.js';
import { score } from './score.js';
import { store } from './store.js';
import { update } from './update.js';

export const memoryOperations = [store, batch, retrieve, forget, list, facets, names, get, update, history, score];
