import { DAY_SECONDS, type Plan } from '../template.js';

export const coding: Plan = {
  id: 'coding',
  name: 'Coding assistant',
  description:
    'Works on a code base over many sessions: its conventions, the decisions behind it, mistakes not to repeat and where the work stands.',
  capabilities: ['write code', 'review code', 'remember decisions', 'keep to conventions'],
  tags: ['convention', 'decision', 'architecture', 'bug', 'command', 'dependency', 'preference'],
  namespaces: ['project', 'decisions', 'lessons', 'session'],
  recommended_memory_types: ['semantic', 'procedural', 'episodic', 'working'],
  guide: [
    {
      what: 'Conventions and preferences of the developer: style, test framework, naming, what they never want.',
      ...{
        kind: 'semantic',
        namespace: 'project',
        tags: ['convention', 'preference'],
        importance: 8,
        ttl_seconds: null,
      },
      ask: 'Which conventions does this project have for tests?',
    },
    {
      what: 'A decision with its reason and what was rejected; store the new one when it changes, with detect_conflicts.',
      ...{
        kind: 'semantic',
        namespace: 'decisions',
        tags: ['decision', 'architecture'],
        importance: 9,
        ttl_seconds: null,
      },
      ask: 'Why did we choose this database?',
    },
    {
      what: 'A bug, its cause and its fix; link it to the decision that it touches.',
      ...{ kind: 'semantic', namespace: 'lessons', tags: ['bug'], importance: 7, ttl_seconds: null },
      ask: 'Have we seen this error before?',
    },
    {
      what: 'How to build, test, release and deploy, step by step; report the outcome after each use.',
      ...{ kind: 'procedural', namespace: 'project', tags: ['command'], importance: 8, ttl_seconds: null },
      ask: 'Release a new version',
    },
    {
      what: 'Each working session as an episode: the task, what changed, what is open.',
      ...{ kind: 'episodic', namespace: 'session', tags: ['decision'], importance: 5, ttl_seconds: 180 * DAY_SECONDS },
      ask: 'Where did we stop last time?',
    },
    {
      what: 'The plan of the current task and the files involved.',
      ...{ kind: 'working', namespace: 'session', tags: ['command'], importance: 3, ttl_seconds: 28_800 },
      ask: 'What is the next step of my plan?',
    },
  ],
  example: {
    user_id: 'developer-ada',
    agent_id: 'coder',
    content:
      'Dates are stored as Unix milliseconds because two clients disagreed on time zones; ISO strings were rejected.',
    ...{ kind: 'semantic', namespace: 'decisions', tags: ['decision', 'architecture'], importance: 9 },
    metadata: { repository: 'billing' },
  },
};
