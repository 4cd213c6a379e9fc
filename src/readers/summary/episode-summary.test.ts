import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { atOnce } from '../../kernel/turns/turns.js';
import { type EpisodeText, summarizeEpisode, wordsFor } from './episode-summary.js';

const summaryOf = (events: readonly EpisodeText[]) => atOnce(summarizeEpisode(events));

const events = (...list: (string | [type: string, text: string])[]) =>
  list.map((event) => (typeof event === 'string' ? { text: event } : { type: event[0], text: event[1] }));

describe('the summary of an episode', () => {
  it('states what work was about, what was decided and what is left open', () => {
    const summary = summaryOf(
      events(
        ['goal', 'User reported that checkout fails with error 502 since 14:05.'],
        ['tool_call', 'GET /health of payments returned 503'],
        ['log', 'payments pod restarted 4 times in 10 minutes'],
        'Found that the payments service runs out of memory after the 2.4.1 deploy',
        ['decision', 'Decided to roll back payments to 2.4.0'],
        ['tool_call', 'rollout undo deployment/payments'],
        'Open question: why did the load test not catch the leak?',
      ),
    );
    assert.match(summary, /checkout fails with error 502 since 14:05/);
    assert.match(summary, /roll back payments to 2\.4\.0\./);
    assert.match(summary, /why did the load test/);
    assert.doesNotMatch(summary, /GET \/health|rollout undo/);
  });

  it('states who said what in a conversation, in the third person, and which question is left open', () => {
    const summary = summaryOf(
      events(
        'customer: My router keeps dropping the connection every evening.',
        'agent: Hello, how are you? I see that your firmware is from 2021. Could you update it?',
        'customer: I updated it but it still drops.',
        'agent: Then we will send you a new router, it arrives on Thursday.',
        'customer: Do I have to send the old one back?',
      ),
    );
    assert.match(summary, /^Customer's router keeps dropping/);
    assert.match(summary, /[Dd]oes customer have to send the old one back\?/);
    assert.doesNotMatch(summary, /how (are|is)/);
  });

  it('is one sentence for one event, and empty for none', () => {
    assert.equal(summaryOf(events('Ann logged in')), 'Ann logged in.');
    assert.equal(summaryOf([]), '');
  });

  it('has at most five sentences of limited length, whatever the events', () => {
    const any = fc.array(fc.record({ text: fc.string({ unit: 'grapheme', maxLength: 300 }), type: fc.string() }), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(any, (given) => {
        const summary = summaryOf(given);
        assert.ok(summary.length <= 5 * (5 * 70 + 1));
      }),
    );
    assert.ok(wordsFor(100) > wordsFor(2));
  });
});
