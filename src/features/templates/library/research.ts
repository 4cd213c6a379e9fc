import type { Plan } from '../template.js';

export const research: Plan = {
  id: 'research',
  name: 'Research assistant',
  description:
    'Collects findings from many sources, keeps each with where it comes from, and notices when sources disagree or an answer went out of date.',
  capabilities: ['collect findings', 'compare sources', 'keep citations', 'track open questions'],
  tags: ['finding', 'source', 'method', 'question', 'hypothesis', 'disagreement', 'definition'],
  namespaces: ['findings', 'sources', 'questions', 'methods'],
  recommended_memory_types: ['semantic', 'episodic', 'procedural'],
  guide: [
    {
      what: 'One finding per memory, in one sentence, with source, page and date in metadata; set valid_from to the date of the source.',
      ...{ kind: 'semantic', namespace: 'findings', tags: ['finding'], importance: 7, ttl_seconds: null },
      ask: 'What is known about the effect of sleep on memory?',
    },
    {
      what: 'The source itself: who wrote it, when, how far it can be trusted. Link findings to it as part_of.',
      ...{ kind: 'semantic', namespace: 'sources', tags: ['source'], importance: 5, ttl_seconds: null },
      ask: 'Which sources did we read on this subject?',
    },
    {
      what: 'A question that is still open; verify or supersede it when it is answered.',
      ...{ kind: 'semantic', namespace: 'questions', tags: ['question'], importance: 8, ttl_seconds: null },
      ask: 'What do we still not know?',
    },
    {
      what: 'A working hypothesis; link findings to it as supports or contradicts.',
      ...{ kind: 'semantic', namespace: 'questions', tags: ['hypothesis'], importance: 8, ttl_seconds: null },
      ask: 'Which findings speak against our hypothesis?',
    },
    {
      what: 'How a search or an analysis is done, so that it can be repeated.',
      ...{ kind: 'procedural', namespace: 'methods', tags: ['method'], importance: 6, ttl_seconds: null },
      ask: 'Search the literature for a new subject',
    },
    {
      what: 'Each research session as an episode: what was searched, found and set aside.',
      ...{ kind: 'episodic', namespace: 'sources', tags: ['source'], importance: 4, ttl_seconds: null },
      ask: 'What did we search for last week?',
    },
  ],
  example: {
    user_id: 'study-sleep',
    agent_id: 'researcher',
    content: 'Recall of word pairs after a night of sleep was 12 % better than after a day awake (n = 48).',
    ...{ kind: 'semantic', namespace: 'findings', tags: ['finding'], importance: 7 },
    metadata: { source: 'Field notes, trial 2', page: 14 },
  },
};
