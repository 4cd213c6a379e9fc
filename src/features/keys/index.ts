import type { AnyOperation } from '../request.js';
import { change } from './change.js';
import { listChildren, mintChild } from './children.js';
import { list } from './list.js';
import { mint } from './mint.js';
import { revoke } from './revoke.js';
import { rotate } from './rotate.js';
import { signup } from './signup.js';

export { keyStatements } from './statements.js';
export const keyOperations: AnyOperation[] = [signup, mint, list, change, revoke, rotate, mintChild, listChildren];
