import { DAY_SECONDS, type Plan } from '../template.js';

export const tutor: Plan = {
  id: 'tutor',
  name: 'Tutor',
  description:
    'Teaches one learner over months: what is mastered, which mistakes come back, what helps them understand and what to repeat now.',
  capabilities: ['explain', 'set exercises', 'repeat at the right time', 'encourage'],
  tags: ['goal', 'mastered', 'weak', 'misconception', 'interest', 'method', 'exercise'],
  namespaces: ['learner', 'progress', 'methods'],
  recommended_memory_types: ['semantic', 'episodic', 'procedural', 'emotional'],
  guide: [
    {
      what: 'Goals, level, time available and interests to draw examples from.',
      ...{ kind: 'semantic', namespace: 'learner', tags: ['goal', 'interest'], importance: 8, ttl_seconds: null },
      ask: 'What does the learner want to reach, and by when?',
    },
    {
      what: 'A skill that is mastered or weak, one per memory; give feedback after each exercise, verify it after a repetition. Stale ones are due.',
      ...{ kind: 'semantic', namespace: 'progress', tags: ['mastered', 'weak'], importance: 7, ttl_seconds: null },
      ask: 'Which skills are still weak?',
    },
    {
      what: 'A misconception in the words of the learner, and the explanation that cleared it up. Link the two as causes.',
      ...{ kind: 'semantic', namespace: 'progress', tags: ['misconception'], importance: 9, ttl_seconds: null },
      ask: 'Why does the learner add denominators?',
    },
    {
      what: 'Each lesson as an episode: subject, exercises, result.',
      ...{ kind: 'episodic', namespace: 'progress', tags: ['exercise'], importance: 5, ttl_seconds: 365 * DAY_SECONDS },
      ask: 'What did we do in the last lesson?',
    },
    {
      what: 'Ways of explaining that worked; report the outcome each time.',
      ...{ kind: 'procedural', namespace: 'methods', tags: ['method'], importance: 7, ttl_seconds: null },
      ask: 'Explain fractions to a learner who likes football',
    },
    {
      what: 'Motivation and frustration, to know when to encourage and when to stop.',
      ...{ kind: 'emotional', namespace: 'learner', tags: ['interest'], importance: 5, ttl_seconds: null },
      ask: 'Is the learner losing patience?',
    },
  ],
  example: {
    user_id: 'learner-ben',
    agent_id: 'tutor',
    content: 'Ben adds numerators and denominators separately; comparing slices of a pizza cleared it up.',
    ...{
      kind: 'semantic',
      namespace: 'progress',
      tags: ['misconception'],
      importance: 9,
      metadata: { subject: 'fractions' },
    },
  },
};
