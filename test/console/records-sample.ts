import type { Visits } from './visits.js';

export interface RecordsSample {
  closed: string;
  open: string;
  procedure: string;
}

const TURNS = [
  'Ada: I would like to fly to Lisbon on Friday.',
  'Agent: In the morning or in the afternoon?',
  'Ada: In the morning, and by the window, please.',
  'Agent: Booked: 8:40, seat 14A.',
];
const FEELINGS = [
  'Thank you, that was wonderful help!',
  'This is terrible, you booked the wrong day.',
  'It works now, great.',
];

/** Records of every other kind, about `user`; every text that a caller can choose contains `more`. */
export async function recordsSample(visits: Visits, user: string, agent: string, more = ''): Promise<RecordsSample> {
  const call = (path: string, body: object) => visits.call('POST', path, body);
  const about = { user_id: user, agent_id: agent };
  const text = (words: string) => `${words}${more}`;
  const metadata = { channel: text('phone') };
  const closed = await call('/memory/episodes/start', {
    ...about,
    title: text('Booking the flight to Lisbon'),
    metadata,
  });
  for (const content of TURNS)
    await call('/memory/episodes/event', {
      ...{ episode_id: closed.id, content: text(content), metadata },
      type: more ? more.slice(0, 60) : 'message',
    });
  await call('/memory/episodes/end', {
    ...{ episode_id: closed.id, outcome: 'success' },
    summary: text('Ada booked a flight to Lisbon.'),
  });
  const open = await call('/memory/episodes/start', { ...about, title: text('Changing the hotel') });
  await call('/memory/episodes/event', { episode_id: open.id, content: text('Ada: The room is too loud.') });
  const procedure = {
    ...about,
    name: text('Refund an order'),
    description: text('For orders of the last 30 days.'),
    trigger: text('i want my money back'),
    metadata,
  };
  await call('/memory/procedures', { ...procedure, steps: [text('Look the order up'), 'Refund it'] });
  const stored = await call('/memory/procedures', {
    ...procedure,
    steps: [text('Look the order up'), 'Check that it is not older than 30 days', 'Refund it to the card'],
  });
  for (const outcome of ['success', 'success', 'failure'])
    await call(`/memory/procedures/${stored.id}/outcome`, { outcome });
  for (const feeling of FEELINGS)
    await call('/memory/emotional', { ...about, text: text(feeling), note: text('On the phone') });
  const session = text('checkout-42');
  await call('/memory/working', { session_id: session, ...about, content: { step: text('payment'), cart: ['tea'] } });
  await call('/memory/working', { session_id: session, ...about, content: text('Ask for the voucher again.') });
  await call('/agents/register', {
    ...{ name: agent, description: text('Plans trips.'), metadata },
    capabilities: [text('flights').slice(0, 120), 'hotels'],
  });
  await visits.service.jobs.runDue();
  return { closed: closed.id, open: open.id, procedure: stored.id };
}
