import type { Migration } from './types.js';

/** What a feeling is about: sadness about the world says nothing about the agent. Included in the index, like everything a profile aggregates. */
export const feelingAbout: Migration = {
  number: 11,
  name: 'what a feeling is about',
  statements: () => [
    "alter table emotional_records add column about text not null default 'interaction'",
    'drop index emotional_of_user',
    `create index emotional_of_user on emotional_records
      (key_id, user_id, day, created_at, id, agent_id, valence, sentiment, about)`,
  ],
};
