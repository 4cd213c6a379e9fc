/** Where a systemd unit runs: under one user's session manager, or under the system's. */
export type Manager = 'user' | 'system';

export interface UnitFacts {
  manager: Manager;
  /** The program and its first arguments. */
  program: readonly string[];
  /** Settings, by the names of their environment variables. */
  settings: Readonly<Record<string, string>>;
  /** A file with further settings, such as secrets; it need not exist. */
  environmentFile: string;
  /** Folders that it writes to, the data folder first. */
  writes: readonly string[];
  /** The data folder is the standard one of the machine: systemd creates it and gives it to the user. */
  isStandard: boolean;
  /** The user it runs as; if absent under the system manager, a user that exists only while it runs. */
  runAs?: string | undefined;
  /** Its programs are in someone's home folder, which must stay readable. */
  readsHome: boolean;
  /** Seconds that a stop may take. */
  stopSeconds: number;
}

/** The first line of what we write; a unit without it is not ours. */
export const MARK = '# Written by recollect service install; recollect service uninstall removes it.';

/** Quoted for systemd: `%` would start a specifier. */
const quoted = (text: string) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%')}"`;
/** A word of a command: `$` would start a variable. */
const word = (text: string) => quoted(text).replaceAll('$', '$$$$');
/** A list of paths is split at spaces. */
const path = (text: string, mayLack = false) => quoted(`${mayLack ? '-' : ''}${text}`);

/** Only for the system manager: dropping capabilities needs privileges that a user's manager does not have. */
const MACHINE = [
  'CapabilityBoundingSet=',
  'AmbientCapabilities=',
  'PrivateDevices=yes',
  'ProtectClock=yes',
  'ProtectHostname=yes',
  'ProtectKernelLogs=yes',
  'ProtectKernelModules=yes',
  'ProtectKernelTunables=yes',
  'ProtectProc=invisible',
  'RemoveIPC=yes',
];

/** The unit as systemd reads it. */
export function unitText(facts: UnitFacts): string {
  const { manager, program, settings, environmentFile, writes, isStandard, runAs, readsHome, stopSeconds } = facts;
  const isMachine = manager === 'system';
  const [own = '', ...others] = writes;
  const isDynamic = isMachine && runAs === undefined;
  return [
    MARK,
    '[Unit]',
    'Description=Recollect, memory for AI agents',
    ...(isMachine ? ['Wants=network-online.target', 'After=network-online.target'] : []),
    '',
    '[Service]',
    'Type=exec',
    `ExecStart=${program.map(word).join(' ')} serve`,
    'ExecReload=/bin/kill -HUP $MAINPID',
    ...Object.entries(settings).map(([name, value]) => `Environment=${quoted(`${name}=${value}`)}`),
    `EnvironmentFile=-${environmentFile.replaceAll('%', '%%')}`,
    'Restart=on-failure',
    'RestartSec=2',
    '# An invalid setting does not fix itself.',
    'RestartPreventExitStatus=2',
    `TimeoutStopSec=${stopSeconds}`,
    'LimitNOFILE=65536',
    'UMask=0077',
    '',
    ...(isStandard ? ['StateDirectory=recollect', 'StateDirectoryMode=0700'] : []),
    ...(isMachine ? ['CacheDirectory=recollect'] : []),
    ...(isDynamic
      ? ['DynamicUser=yes']
      : [`ReadWritePaths=${[path(own, isStandard), ...others.map((one) => path(one, true))].join(' ')}`]),
    ...(runAs === undefined ? [] : [`User=${runAs}`]),
    'NoNewPrivileges=yes',
    'ProtectSystem=strict',
    ...(isMachine ? [`ProtectHome=${readsHome ? 'read-only' : 'yes'}`] : []),
    'PrivateTmp=yes',
    'ProtectControlGroups=yes',
    '# AF_NETLINK: the addresses of this machine.',
    'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK',
    'RestrictNamespaces=yes',
    'RestrictRealtime=yes',
    'RestrictSUIDSGID=yes',
    'LockPersonality=yes',
    'SystemCallArchitectures=native',
    'SystemCallFilter=@system-service',
    'SystemCallErrorNumber=EPERM',
    '# V8 compiles machine code at run time.',
    'MemoryDenyWriteExecute=no',
    ...(isMachine ? MACHINE : []),
    '',
    '[Install]',
    `WantedBy=${isMachine ? 'multi-user.target' : 'default.target'}`,
    '',
  ].join('\n');
}
