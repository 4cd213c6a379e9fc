import { COUNTED, type CountedTable, countedColumns, rowBytes } from '../row-bytes.js';
import type { Migration } from './types.js';

/**
 * The bytes each key stores, counted by the database itself in the writing transaction, so no statement can forget to. On PostgreSQL each connection
 * adds to a row of its own, so that writers of one key do not wait for each other; usage is the sum over the slots.
 */
export const storageUse: Migration = {
  number: 8,
  name: 'storage use',
  statements: (t, dialect) => [
    `create table if not exists storage_use (
      key_id ${t.text} not null,
      slot ${t.int} not null,
      bytes ${t.int} not null,
      primary key (key_id, slot)
    )${dialect === 'sqlite' ? ' without rowid' : ' with (fillfactor = 50)'}`, // room to update a row in place
    ...COUNTED.flatMap(dialect === 'sqlite' ? sqliteTriggers : postgresTriggers),
    `insert into storage_use (key_id, slot, bytes) select key_id, 0, sum(bytes) from (
      ${COUNTED.map((table) => `select key_id, ${rowBytes(table, dialect)} as bytes from ${table.name}`).join(' union all ')}
    ) as kept group by key_id`,
  ],
};

const ADD = 'on conflict (key_id, slot) do update set bytes = storage_use.bytes + excluded.bytes';

function sqliteTriggers(table: CountedTable): string[] {
  const added = rowBytes(table, 'sqlite', 'new.');
  const gone = rowBytes(table, 'sqlite', 'old.');
  const count = (on: string, key: string, bytes: string) =>
    `begin insert into storage_use (key_id, slot, bytes) values (${key}.key_id, 0, ${bytes}) ${on}; end`;
  const columns = countedColumns(table).join(', ');
  const name = (event: string) => `create trigger storage_use_${table.name}_${event}`;
  return [
    `${name('insert')} after insert on ${table.name} ${count(ADD, 'new', added)}`,
    `${name('delete')} after delete on ${table.name} ${count(ADD, 'old', `-(${gone})`)}`,
    `${name('update')} after update of ${columns} on ${table.name} ${count(ADD, 'new', `(${added}) - (${gone})`)}`,
  ];
}

/** Connections have distinct process ids; those that share a slot merely wait for each other. */
const SLOT = 'pg_backend_pid() % 256';

/** Many rows at once are summed and counted once; an update of counted columns changes few rows. */
export function postgresTriggers(table: CountedTable): string[] {
  const columns = countedColumns(table);
  const name = `storage_use_${table.name}`;
  // An update nearly always finds its row, and costs less than an insert that conflicts with it.
  const add = (
    key: string,
    bytes: string,
  ) => `update storage_use set bytes = bytes + ${bytes} where key_id = ${key} and slot = ${SLOT};
      if not found then insert into storage_use values (${key}, ${SLOT}, ${bytes}) ${ADD}; end if;`;
  const sum = (sign: string, rows: string) =>
    `for kept in select key_id, ${sign}sum(${rowBytes(table, 'postgres')}) as bytes from ${rows} group by key_id order by key_id loop
      ${add('kept.key_id', 'kept.bytes')} end loop;`;
  const changed = columns.map((column) => `old.${column} is distinct from new.${column}`).join(' or ');
  return [
    `create or replace function ${name}() returns trigger language plpgsql as $$ declare kept record; begin
      if tg_op = 'INSERT' then ${sum('', 'added')}
      elsif tg_op = 'DELETE' then ${sum('-', 'gone')}
      else ${add('new.key_id', `((${rowBytes(table, 'postgres', 'new.')}) - (${rowBytes(table, 'postgres', 'old.')}))`)}
      end if;
      return null;
    end $$`,
    `create or replace trigger ${name}_insert after insert on ${table.name} referencing new table as added
      for each statement execute function ${name}()`,
    `create or replace trigger ${name}_delete after delete on ${table.name} referencing old table as gone
      for each statement execute function ${name}()`,
    `create or replace trigger ${name}_update after update of ${columns.join(', ')} on ${table.name}
      for each row when (${changed}) execute function ${name}()`,
  ];
}
