import { get } from './get.js';
import { list } from './list.js';
import { memories } from './memories.js';
import { register } from './register.js';
import { stats } from './stats.js';

export const agentOperations = [register, list, get, memories, stats];
