import { sql } from '../../../storage/sql.js';
import { systemWrite } from '../../../storage/statement.js';

/** Settings are facts about the database as a whole that all nodes share. With `onlyIfAbsent`, an existing value stays; returns the one in force. */
export const writeSetting = systemWrite(
  'settings.write',
  async (tx, input: { name: string; value: string; onlyIfAbsent?: boolean }): Promise<string> => {
    await tx.run(
      input.onlyIfAbsent
        ? sql`insert into settings (name, value) values (${input.name}, ${input.value}) on conflict (name) do nothing`
        : sql`insert into settings (name, value) values (${input.name}, ${input.value})
            on conflict (name) do update set value = excluded.value`,
    );
    const row = await tx.get<{ value: string }>(sql`select value from settings where name = ${input.name}`);
    return row?.value ?? input.value;
  },
);
