import { DAY_SECONDS, type Plan } from '../template.js';

export const projectTeam: Plan = {
  id: 'project-team',
  name: 'Project team',
  description:
    'Keeps the memory of a project for everybody in it: decisions, owners, deadlines, risks, and what each meeting settled or left open.',
  capabilities: ['take minutes', 'track decisions', 'track deadlines', 'prepare meetings'],
  tags: ['decision', 'owner', 'deadline', 'risk', 'open-question', 'status'],
  namespaces: ['decisions', 'work', 'meetings'],
  recommended_memory_types: ['semantic', 'episodic', 'procedural', 'working'],
  guide: [
    {
      what: 'A decision, who made it and why; a later one supersedes it (detect_conflicts).',
      ...{ kind: 'semantic', namespace: 'decisions', tags: ['decision'], importance: 9, ttl_seconds: null },
      ask: 'What did we decide about the launch?',
    },
    {
      what: 'Who owns what, and by when. A changed deadline is stored as a new memory.',
      ...{ kind: 'semantic', namespace: 'work', tags: ['owner', 'deadline'], importance: 8, ttl_seconds: null },
      ask: 'Who is responsible for the contract, and when is it due?',
    },
    {
      what: 'Risks and open questions; forget or supersede them when they are settled.',
      ...{ kind: 'semantic', namespace: 'work', tags: ['risk', 'open-question'], importance: 8, ttl_seconds: null },
      ask: 'What could still go wrong?',
    },
    {
      what: 'Every meeting as an episode, with its events typed decision, question or action.',
      ...{
        kind: 'episodic',
        namespace: 'meetings',
        tags: ['decision', 'open-question'],
        importance: 6,
        ttl_seconds: null,
      },
      ask: 'What was left open in the last meeting?',
    },
    {
      what: 'How recurring work is done: the monthly report, the release meeting.',
      ...{ kind: 'procedural', namespace: 'work', tags: ['status'], importance: 6, ttl_seconds: null },
      ask: 'Prepare the monthly report',
    },
    {
      what: 'The agenda and the notes of the current meeting.',
      ...{ kind: 'working', namespace: 'meetings', tags: ['status'], importance: 3, ttl_seconds: DAY_SECONDS },
      ask: 'Which points of the agenda are left?',
    },
  ],
  example: {
    user_id: 'project-harbour',
    agent_id: 'minutes',
    content: 'The launch moves to 14 March, decided by Maria because the supplier delivers a week late.',
    ...{ kind: 'semantic', namespace: 'decisions', tags: ['decision'], importance: 9, metadata: { meeting: 12 } },
  },
};
