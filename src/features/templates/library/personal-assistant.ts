import { DAY_SECONDS, type Plan } from '../template.js';

export const personalAssistant: Plan = {
  id: 'personal-assistant',
  name: 'Personal assistant',
  description: 'Knows one person well: their people, habits, plans and preferences, and what has changed since.',
  capabilities: ['plan', 'remind', 'recommend', 'write messages'],
  tags: ['preference', 'person', 'plan', 'habit', 'health', 'place', 'gift'],
  namespaces: ['profile', 'people', 'plans', 'routines'],
  recommended_memory_types: ['semantic', 'episodic', 'procedural', 'emotional', 'working'],
  guide: [
    {
      what: 'Preferences and facts about the person; store changes with detect_conflicts, so that contradictions are noticed.',
      ...{ kind: 'semantic', namespace: 'profile', tags: ['preference', 'place'], importance: 8, ttl_seconds: null },
      ask: 'Which seat does she like on a plane?',
    },
    {
      what: 'Family and friends: who they are, birthdays, what they like. One memory per fact.',
      ...{ kind: 'semantic', namespace: 'people', tags: ['person', 'gift'], importance: 7, ttl_seconds: null },
      ask: 'What could I give her brother for his birthday?',
    },
    {
      what: 'Plans and appointments; set valid_until to their end.',
      ...{ kind: 'semantic', namespace: 'plans', tags: ['plan'], importance: 8, ttl_seconds: 60 * DAY_SECONDS },
      ask: 'What is planned for next week?',
    },
    {
      what: 'How something is done the way they want it: the weekly shopping, the trip to the parents.',
      ...{ kind: 'procedural', namespace: 'routines', tags: ['habit'], importance: 6, ttl_seconds: null },
      ask: 'Order the weekly groceries',
    },
    {
      what: 'What was talked about, as episodes, so that "as I told you on Monday" finds it.',
      ...{ kind: 'episodic', namespace: 'profile', tags: ['plan'], importance: 4, ttl_seconds: 365 * DAY_SECONDS },
      ask: 'What did she tell me on Monday?',
    },
    {
      what: 'Moods that matter for how to speak with them.',
      ...{ kind: 'emotional', namespace: 'profile', tags: ['health'], importance: 4, ttl_seconds: null },
      ask: 'Has she been stressed lately?',
    },
    {
      what: 'What the current conversation is about: the draft, the shortlist.',
      ...{ kind: 'working', namespace: 'plans', tags: ['plan'], importance: 3, ttl_seconds: 7_200 },
      ask: 'Which hotels are on the shortlist?',
    },
  ],
  example: {
    user_id: 'ada',
    agent_id: 'assistant',
    content: 'Ada is allergic to hazelnuts; almonds are fine.',
    ...{ kind: 'semantic', namespace: 'profile', tags: ['preference', 'health'], importance: 10, metadata: {} },
  },
};
