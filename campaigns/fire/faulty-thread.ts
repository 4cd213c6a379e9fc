import { statements } from '../../src/statements.js';
import { interpose, type SqliteHandle, type SqliteStatement } from '../../src/storage/sqlite/driver.js';
import { serveSqliteThread } from '../../src/storage/sqlite/thread.js';
import { seededRandom } from '../../test/support/memories.js';
import { faultStatements, onArm } from './fault-statements.js';

/** SQLite's extended codes for read, write and sync errors, a full disk, and a busy lock. */
const CODES = [266, 778, 1034, 13, 5];
/** The share of failing statements that roll back the whole transaction, as SQLite does if it cannot continue. */
const ROLLED_BACK = 0.5;

let chance = 0;
let random = Math.random;
let only = '';
let times = 0;
onArm((given) => {
  only = given.only ?? '';
  times = given.times ?? Number.POSITIVE_INFINITY;
  chance = given.chance;
  random = seededRandom(given.seed);
});

function maybeFail(handle: SqliteHandle, text: string): void {
  if (times <= 0 || !text.startsWith(only) || random() >= chance) return;
  times--;
  // A failed commit or rollback leaves its transaction open.
  if (handle.isTransaction && !/^(commit|rollback)/.test(text) && random() < ROLLED_BACK) handle.exec('rollback');
  const errcode = CODES[Math.floor(random() * CODES.length)];
  throw Object.assign(new Error(`A fault was put in before: ${text.slice(0, 40)}`), { errcode });
}

const USES = new Set(['run', 'get', 'all', 'iterate']);

function faulty(handle: SqliteHandle): SqliteHandle {
  const statement = (text: string): SqliteStatement =>
    new Proxy(handle.prepare(text), {
      get(target, name) {
        const value = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        return (...given: unknown[]) => {
          if (USES.has(String(name))) maybeFail(handle, text);
          return value.apply(target, given);
        };
      },
    });
  return new Proxy(handle, {
    get(target, name) {
      if (name === 'prepare') return statement;
      const value = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        if (name === 'exec') maybeFail(target, String(given[0]));
        return value.apply(target, given);
      };
    },
  });
}

interpose(faulty);
serveSqliteThread([...statements, ...faultStatements]);
