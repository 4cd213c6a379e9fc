import assert from 'node:assert/strict';
import { it } from 'node:test';
import { forEachEngine } from '../../test/support/databases.js';
import { RecollectError } from '../kernel/errors.js';
import {
  forever,
  own,
  put,
  quick,
  quickSearch,
  searchForever,
  searchThread,
  slowOnce,
  THREAD,
} from './slow-reads-statements.test.kit.js';

const is = (code: string) => (error: unknown) => error instanceof RecollectError && error.code === code;
const READ_DEADLINE_MS = 3_000;

forEachEngine(
  'reads',
  (open, engine) => {
    it('are interrupted at their deadline, even several of one key, and the connections work afterwards', async () => {
      const database = await open();
      const key = database.tenant('key');
      await Promise.all(
        [forever, searchForever, forever].map((read) => assert.rejects(key.run(read, null), is('deadline_exceeded'))),
      );
      assert.equal(await key.run(quick, 1), 1);
      assert.equal(await key.run(quickSearch, 2), 2);
    });

    it('that are slow delay neither other keys nor the service itself', async () => {
      const database = await open();
      let running = 0;
      const slow = Array.from({ length: 12 }, (_, i) => {
        running++;
        const read = database.tenant('slow').run(i % 2 ? forever : searchForever, null);
        return assert.rejects(read, RecollectError).finally(() => running--);
      });
      for (let n = 0; n < 20; n++) {
        const [a, b, c] = await Promise.all([
          database.tenant('quick').run(quick, n),
          database.tenant('quick').run(quickSearch, n),
          database.system(own, n),
          database.ping(),
        ]);
        assert.deepEqual([a, b, c], [n, n, n]);
      }
      assert.equal(running, 12, 'all of them while the slow ones were running or waiting');
      await Promise.all(slow);
    });

    if (engine === 'sqlite') {
      it('that are slow only once stay on the thread that has the vectors in memory', async () => {
        const database = await open();
        let isDone = false;
        const slow = database
          .tenant('slow')
          .run(slowOnce, null)
          .finally(() => {
            isDone = true;
          });
        const others = async () => {
          while (!isDone) await database.tenant('quick').run(quickSearch, 1);
        };
        const [thread] = await Promise.all([slow, others(), others()]);
        assert.equal(thread, await database.tenant('slow').run(searchThread, null));
      });
    }

    it('are abandoned immediately if their caller disconnects, whether they run or wait', async () => {
      const database = await open();
      const gone = new AbortController();
      const reads = Array.from({ length: 20 }, () =>
        assert.rejects(database.tenant('key', gone).run(forever, null), is('unavailable')),
      );
      await database.tenant('other').run(quick, 1);
      gone.abort();
      await Promise.all(reads);
      await assert.rejects(database.tenant('key', gone).run(quick, 1), is('unavailable'));
      assert.equal(await database.tenant('key').run(quick, 1), 1);
    });

    it('are not abandoned when their caller disconnects after a write has begun', async () => {
      const database = await open();
      const gone = new AbortController();
      const key = database.tenant('key', gone);
      const write = key.run(put, 'one');
      gone.abort();
      assert.equal(await write, 1);
      assert.equal(await key.run(put, 'two'), 1);
      assert.equal(await key.run(quick, 3), 3);
    });
  },
  THREAD,
  READ_DEADLINE_MS,
);
