import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { eachEngine, newPlace, type TestPlace } from '../../../test/support/databases.js';
import { startTestService, type TestService } from '../../../test/support/service.js';
import { Listener } from '../../features/events/stream/listener.test.kit.js';
import { rowsOf } from '../../features/lifecycle/rows.test.kit.js';
import { lackingChanged } from '../../features/model/sql/work.js';
import { SECOND } from '../../kernel/clock.js';
import { backUp, restoreBackup } from './index.js';

const work = { signal: new AbortController().signal, onProgress() {} };

eachEngine('events after a restore', (engine) => {
  it('have ids that no event had before, and streams learn that those they saw are gone', async () => {
    const target = await newPlace(engine);
    const before = await startTestService(engine, { background: false });
    try {
      const { key } = await before.mint();
      const store = (service: TestService, content: string) =>
        service.call('POST', '/memory/store', { key, body: { user_id: 'ann', content } });
      const historyOf = async (service: TestService) =>
        (await service.call('GET', '/memory/events/history', { key })).body;
      const of = ({ folder, databaseUrl }: TestPlace) => ({ dataDir: folder, databaseUrl });
      await store(before, 'Kept');
      const file = join(before.place.folder, 'one.backup');
      await backUp(of(before.place), file, { passphrase: null, verify: true, keep: null }, work);
      const kept = await historyOf(before);
      for (const content of ['Lost one', 'Lost two', 'Lost three']) await store(before, content);
      const lost = await historyOf(before);
      await before.stop();

      await restoreBackup(file, of(target), { passphrase: null }, work);
      const service = await startTestService(engine, { background: false, place: target });
      try {
        const listen = (id: string) => new Listener().open(service.url, key, { headers: { 'last-event-id': id } });
        const [early, back] = [await listen(kept.last_event_id), await listen(lost.last_event_id)];
        for (const content of ['New one', 'New two', 'New three', 'New four']) await store(service, content);
        await Promise.all([early.until(() => early.events.length >= 4), back.until(() => back.events.length >= 5)]);
        const types = (listener: Listener) => listener.events.map(({ type }) => type);
        const stored = Array.from({ length: 4 }, () => 'memory.stored');
        assert.deepEqual([types(early), types(back)], [stored, ['stream.reset', ...stored]]);
        const idsOf = (events: { id: string }[]) => events.map(({ id }) => id);
        const former = new Set(idsOf(lost.events));
        assert.equal(idsOf(back.events.slice(1)).filter((id) => former.has(id)).length, 0);
        const now = await historyOf(service);
        assert.deepEqual(now.events.slice(4), kept.events, 'events from before the backup keep their ids');
        early.leave();
        back.leave();

        const sought = { model: 'a model', seq: 0, skip: [], limit: 10 };
        const { lacking, end } = await service.database.system(lackingChanged, sought);
        assert.deepEqual([lacking.length, end], [5, true]);

        await rowsOf(target, 'delete from journal where seq = (select max(seq) from journal)');
        const after = await listen(now.last_event_id);
        assert.deepEqual(types(after), ['stream.reset']);
        await store(service, 'After the end was lost');
        await after.until(() => after.events.length >= 2);
        assert.deepEqual(types(after), ['stream.reset', 'memory.stored']);
        after.leave();
      } finally {
        await service.stop();
      }
    } finally {
      await before.stop();
      await before.place.remove();
      await target.remove();
    }
  });

  it('have other ids again if the same backup is restored once more', async () => {
    const targets = [await newPlace(engine), await newPlace(engine)];
    const before = await startTestService(engine, { background: false });
    const services = [before];
    try {
      const { key } = await before.mint();
      const of = ({ folder, databaseUrl }: TestPlace) => ({ dataDir: folder, databaseUrl });
      const file = join(before.place.folder, 'one.backup');
      await backUp(of(before.place), file, { passphrase: null, verify: false, keep: null }, work);
      const lives: string[][] = [];
      for (const [i, place] of targets.entries()) {
        const second = Math.floor(Date.now() / SECOND);
        while (Math.floor(Date.now() / SECOND) === second) await sleep(20); // no two restores take less
        await restoreBackup(file, of(place), { passphrase: null }, work);
        const service = await startTestService(engine, { background: false, place });
        services.push(service);
        for (let n = 0; n < 2 + i; n++)
          await service.call('POST', '/memory/store', { key, body: { user_id: 'ann', content: `Text ${n}` } });
        const { events } = (await service.call('GET', '/memory/events/history', { key })).body;
        lives.push(events.map(({ id }: { id: string }) => id));
      }
      const [first = [], second = []] = lives;
      assert.equal(new Set([...first, ...second]).size, 5);
      const last = { 'last-event-id': first.at(-1) ?? '' };
      const back = await new Listener().open(services.at(-1)?.url ?? '', key, { headers: last });
      await back.until(() => back.events.length >= 4);
      assert.deepEqual(
        back.events.map(({ type }) => type),
        ['stream.reset', 'memory.stored', 'memory.stored', 'memory.stored'],
      );
      back.leave();
    } finally {
      for (const service of services) await service.stop();
      for (const place of [before.place, ...targets]) await place.remove();
    }
  });
});
