import { client } from '../../api.js';
import { Code } from '../../parts/call.js';
import { Copy } from '../../parts/copy.js';
import { useShortcutsOf } from '../../state/keys.js';
import { boundUser, mayWrite } from '../../state/session.js';
import { useLoaded } from '../../state/use.js';
import { Export } from './export.js';
import { Import } from './import.js';

/** Export everything that a key holds, and import it again. */
export function Transfer() {
  useShortcutsOf({});
  const mayImport = mayWrite.value && boundUser.value === null;
  return (
    <div class="page transfer">
      <header class="page-head">
        <h1>Import, export, backup</h1>
        <p class="soft">Export everything that a key holds, and import it again.</p>
      </header>
      <Export />
      {mayImport && <Import />}
      {boundUser.value === null && <Backup />}
    </div>
  );
}

const COMMANDS = {
  sqlite: `sqlite3 .recollect/recollect.db "vacuum into 'backup.db'"`,
  postgres: 'pg_dump --format=custom --file=backup.dump "$DATABASE_URL"',
};

/** The whole service is its operator's: the page says how, and does nothing. */
function Backup() {
  const { state } = useLoaded((signal) => client.health(undefined, { signal }), [], { quiet: true });
  const engine = state.value.value?.checks.store.engine;
  const command = engine === 'postgres' ? COMMANDS.postgres : COMMANDS.sqlite;
  return (
    <section class="card transfer-part" aria-label="Backup">
      <h2>Backup</h2>
      <p class="soft">
        An export covers one key, without vectors, earlier versions and webhooks. The whole service, with all keys, is
        backed up by its operator, on its machine:
      </p>
      <div class="snippet">
        <div class="snippet-head">
          <h3>While the service runs{engine ? ` (${engine === 'postgres' ? 'PostgreSQL' : 'SQLite'})` : ''}</h3>
          <Copy text={command} />
        </div>
        <Code text={command} label="The command for a backup" />
      </div>
      <p class="soft small">
        A plain copy of the files of a running service may be inconsistent. To restore a backup, see docs/operations.md.
      </p>
    </section>
  );
}
