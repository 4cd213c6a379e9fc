import { DAY_SECONDS, type Plan } from '../template.js';

export const sales: Plan = {
  id: 'sales',
  name: 'Sales',
  description:
    'Knows every account: who decides, what they need, what stands in the way, what was offered and what is due next.',
  capabilities: ['prepare calls', 'follow up', 'qualify leads', 'write offers'],
  tags: ['contact', 'need', 'objection', 'budget', 'competitor', 'offer', 'next-step'],
  namespaces: ['accounts', 'deals', 'playbook'],
  recommended_memory_types: ['semantic', 'episodic', 'procedural', 'emotional'],
  guide: [
    {
      what: 'People of the account: role, influence, how they like to talk. One memory per person.',
      ...{ kind: 'semantic', namespace: 'accounts', tags: ['contact'], importance: 7, ttl_seconds: null },
      ask: 'Who decides about the purchase?',
    },
    {
      what: 'Needs, budget and timing in the words of the customer; new figures with detect_conflicts, so that contradictions are noticed.',
      ...{ kind: 'semantic', namespace: 'deals', tags: ['need', 'budget'], importance: 9, ttl_seconds: null },
      ask: 'What is their budget and when do they want to decide?',
    },
    {
      what: 'Objections and the answer that was given; give feedback on whether it convinced.',
      ...{ kind: 'semantic', namespace: 'deals', tags: ['objection', 'competitor'], importance: 7, ttl_seconds: null },
      ask: 'What speaks against us for this customer?',
    },
    {
      what: 'The agreed next step with its date.',
      ...{
        kind: 'semantic',
        namespace: 'deals',
        tags: ['next-step', 'offer'],
        importance: 9,
        ttl_seconds: 60 * DAY_SECONDS,
      },
      ask: 'What is the next step with this customer?',
    },
    {
      what: 'Every call and mail as an episode.',
      ...{ kind: 'episodic', namespace: 'accounts', tags: ['contact'], importance: 5, ttl_seconds: null },
      ask: 'What did we talk about in the last call?',
    },
    {
      what: 'How the contact felt about the offer.',
      ...{ kind: 'emotional', namespace: 'accounts', tags: ['contact'], importance: 4, ttl_seconds: null },
      ask: 'Is this customer losing interest?',
    },
    {
      what: 'What works: openings, demo order, answers to frequent objections.',
      ...{ kind: 'procedural', namespace: 'playbook', tags: ['objection', 'offer'], importance: 6, ttl_seconds: null },
      ask: 'The customer says we are too expensive',
    },
  ],
  example: {
    user_id: 'account-northwind',
    agent_id: 'seller',
    content:
      'The purchase is decided by the head of operations, together with the finance director above 50,000 euros.',
    ...{ kind: 'semantic', namespace: 'accounts', tags: ['contact'], importance: 7, metadata: { deal: 'D-204' } },
  },
};
