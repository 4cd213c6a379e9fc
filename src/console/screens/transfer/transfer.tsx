import { Code } from '../../parts/call.js';
import { Copy } from '../../parts/copy.js';
import { PageHead } from '../../parts/page-head.js';
import { useShortcutsOf } from '../../state/keys.js';
import { boundUser, mayWrite } from '../../state/session.js';
import { Export } from './export.js';
import { Import } from './import.js';

/** Exports everything that a key holds, and imports it again. */
export function Transfer() {
  useShortcutsOf({});
  const mayImport = mayWrite.value && boundUser.value === null;
  return (
    <div class="page">
      <PageHead title="Import, export and backup">Export everything stored under this key, or import a file.</PageHead>
      <Export />
      {mayImport && <Import />}
      {boundUser.value === null && <Backup />}
    </div>
  );
}

const BACKUP = 'npx recollect backup /backups/ --verify';

/** Backing up the whole service is up to its operator: the page explains how, and does nothing itself. */
const Backup = () => (
  <section class="card transfer-part" aria-label="Backup">
    <h2>Backup</h2>
    <p class="soft">
      An export covers one key, without vectors, earlier versions and webhooks. To back up the whole service with all
      its keys, its operator runs this where the service runs:
    </p>
    <div class="snippet">
      <div class="snippet-head">
        <h3>While the service runs</h3>
        <Copy text={BACKUP} />
      </div>
      <Code text={BACKUP} label="Backup command" />
    </div>
    <p class="soft small">
      The backup is one file. <code>npx recollect restore</code> restores it into an empty database.
    </p>
  </section>
);
