import { core } from './0001-core.js';
import { kinds } from './0002-kinds.js';
import { events } from './0003-events.js';
import { nodes } from './0004-nodes.js';
import { texts } from './0005-texts.js';
import { scrubbedAt } from './0006-scrubbed.js';
import { backlog } from './0007-backlog.js';
import { storageUse } from './0008-storage-use.js';
import { conflictPart } from './0009-conflict-part.js';
import { importanceEstimated } from './0010-importance-estimated.js';
import { feelingAbout } from './0011-feeling-about.js';
import { childKeys } from './0012-child-keys.js';
import { ingest } from './0013-ingest.js';
import { words } from './0014-words.js';
import { deriveClaim } from './0015-derive-claim.js';
import { consoleSessions } from './0016-console-sessions.js';
import { audit } from './0017-audit.js';
import { narrow } from './0018-narrow.js';
import { markedSketches } from './0019-marked-sketches.js';
import { untold } from './0020-untold.js';
import { turnMode } from './0021-turn-mode.js';
import { longNames } from './0022-long-names.js';
import { denials } from './0023-denials.js';
import { plainWords } from './0024-plain-words.js';
import { quoted } from './0025-quoted.js';
import type { Migration } from './types.js';

export const MIGRATIONS: readonly Migration[] = [
  ...[core, kinds, events, nodes, texts, scrubbedAt, backlog, storageUse, conflictPart, importanceEstimated],
  ...[feelingAbout, childKeys, ingest, words, deriveClaim, consoleSessions, audit, narrow, markedSketches, untold],
  ...[turnMode, longNames, denials, plainWords, quoted],
];
export const SCHEMA_VERSION = MIGRATIONS.length;

/** The message for a database that a newer release has already migrated. */
export const tooNew = (found: number) =>
  `The database has schema version ${found}, this release knows up to ${SCHEMA_VERSION}: start a newer release, or point it at another database.`;
