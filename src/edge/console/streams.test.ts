import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import { onBothEngines, type TestService } from '../../../test/support/service.js';
import { Listener } from '../../features/events/stream/listener.test.kit.js';
import { IDLE_MS, LIFE_MS } from '../../features/keys/sessions.js';
import { HOUR } from '../../kernel/clock.js';
import { Browser } from './browser.test.kit.js';

onBothEngines('an event stream of a session', (start, engine) => {
  async function open() {
    const clock = new TestClock();
    const service = await start({ clock });
    const { key } = await service.mint();
    return { clock, service, key };
  }
  const signedIn = async (service: TestService, key: string) => {
    const browser = new Browser(service);
    const { id } = await browser.signIn(key);
    return { browser, id };
  };
  const listen = (service: TestService, { cookie = '' }: Browser) =>
    new Listener().open(service.url, null, { headers: { cookie } });

  it('ends when its session ends, while others continue', async () => {
    const { service, key } = await open();
    const [one, two] = [await signedIn(service, key), await signedIn(service, key)];
    const bearer = await new Listener().open(service.url, key);
    const first = await listen(service, one.browser);
    assert.equal((await two.browser.call('DELETE', `/console/sessions/${one.id}`)).status, 204);
    assert.equal(await first.ended, true);
    assert.equal((await listen(service, one.browser)).status, 401);
    const second = await listen(service, two.browser);
    assert.equal((await two.browser.call('DELETE', '/console/session')).status, 204);
    assert.equal(await second.ended, true);
    bearer.leave();
    assert.equal(await bearer.ended, false, 'that of a program went on');
  });

  it('ends when its session has been idle, and after a week in any case', async () => {
    const { clock, service, key } = await open();
    const idle = await listen(service, (await signedIn(service, key)).browser);
    clock.advance(IDLE_MS);
    assert.equal(await idle.ended, true);
    const { browser } = await signedIn(service, key);
    const old = await listen(service, browser);
    for (let passed = 0; passed < LIFE_MS - HOUR; passed += HOUR) {
      clock.advance(HOUR);
      if (passed % (6 * HOUR) === 0) assert.equal(await browser.status('/memory'), 200);
    }
    clock.advance(HOUR);
    assert.equal(await old.ended, true);
  });

  const manyNodes = engine === 'postgres'; // SQLite has one
  if (manyNodes)
    it('ends when another node ends its session', async () => {
      const { clock, service, key } = await open();
      const node = await start({ place: service.place, clock });
      const [one, two] = [await signedIn(service, key), await signedIn(service, key)];
      const [ended, kept] = [await listen(node, one.browser), await listen(node, two.browser)];
      assert.equal((await two.browser.call('DELETE', `/console/sessions/${one.id}`)).status, 204);
      assert.equal(await ended.ended, true);
      await service.call('POST', '/memory/store', { key, body: { user_id: 'ann', content: 'From over there' } });
      await kept.until(() => kept.events.length >= 1);
      kept.leave();
    });
});
