export const SUMMARY =
  'Memory for AI agents: stores what they learn, finds it again by meaning, notices contradictions, and forgets on demand.';

/** What the service is for, in the words of people who search for it. */
export const USE_CASES: readonly { id: string; title: string; operations: readonly string[] }[] = [
  {
    id: 'remember-users',
    title: 'Remember what users said in earlier conversations',
    operations: ['memory.store', 'memory.retrieve'],
  },
  {
    id: 'prompt-context',
    title: 'Put what is known into a prompt within a token budget',
    operations: ['memory.context'],
  },
  {
    id: 'changing-facts',
    title: 'Keep up with facts that change',
    operations: ['conflicts.list', 'conflicts.resolve', 'memory.timeline'],
  },
  { id: 'learn-from-outcomes', title: 'Learn which memories and procedures work', operations: ['memory.feedback'] },
  {
    id: 'privacy',
    title: 'Export and erase everything about a user',
    operations: ['memory.forget', 'memory.export'],
  },
];
