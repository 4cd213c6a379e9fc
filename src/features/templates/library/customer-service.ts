import { DAY_SECONDS, type Plan } from '../template.js';

export const customerService: Plan = {
  id: 'customer-service',
  name: 'Customer service',
  description:
    'Answers customers without asking twice: who they are, what they own, what went wrong before and what solved it.',
  capabilities: ['answer customers', 'follow up on open cases', 'reuse solutions that worked'],
  tags: ['account', 'product', 'issue', 'solution', 'preference', 'promise', 'complaint'],
  namespaces: ['customer', 'cases', 'solutions'],
  recommended_memory_types: ['semantic', 'episodic', 'procedural', 'emotional', 'working'],
  guide: [
    {
      what: 'Facts that stay true about the customer: plan, products, language, how they like to be contacted.',
      ...{ kind: 'semantic', namespace: 'customer', tags: ['account', 'preference'], importance: 7, ttl_seconds: null },
      ask: 'Which plan and products does this customer have?',
    },
    {
      what: 'Each contact as an episode: what was asked, what was tried, how it ended.',
      ...{ kind: 'episodic', namespace: 'cases', tags: ['issue'], importance: 5, ttl_seconds: 365 * DAY_SECONDS },
      ask: 'What did this customer write to us about before?',
    },
    {
      what: 'What was promised and by when: a call back, a refund, a replacement.',
      ...{ kind: 'semantic', namespace: 'cases', tags: ['promise'], importance: 9, ttl_seconds: 90 * DAY_SECONDS },
      ask: 'What have we promised this customer?',
    },
    {
      what: 'Steps that solved a problem, with the problem as trigger; report success or failure each time.',
      ...{
        kind: 'procedural',
        namespace: 'solutions',
        tags: ['solution', 'product'],
        importance: 8,
        ttl_seconds: null,
      },
      ask: 'The customer cannot sign in after changing the phone number',
    },
    {
      what: 'How the customer felt in the contact.',
      ...{ kind: 'emotional', namespace: 'customer', tags: ['complaint'], importance: 4, ttl_seconds: null },
      ask: 'Is this customer upset with us?',
    },
    {
      what: 'Where the current conversation stands: the case number, what was already checked.',
      ...{ kind: 'working', namespace: 'cases', tags: ['issue'], importance: 3, ttl_seconds: 3_600 },
      ask: 'What have I already checked in this conversation?',
    },
  ],
  example: {
    user_id: 'customer-4711',
    agent_id: 'support',
    content: 'We promised to refund the second delivery of order 88120 by Friday.',
    ...{ kind: 'semantic', namespace: 'cases', tags: ['promise'], importance: 9, metadata: { order: '88120' } },
  },
};
