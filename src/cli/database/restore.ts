import { configOfProcess, type Flags } from '../../config/config.js';
import { withoutSecrets } from '../../config/redact.js';
import { EXIT } from '../failure.js';
import { amountOf, ENGINES, passphraseOf, summaryOf, type VerifyOptions, work } from './backup.js';

export type RestoreOptions = VerifyOptions;

export async function restoreCommand(file: string, options: RestoreOptions & Flags): Promise<number> {
  const { json, passphraseFile, ...flags } = options;
  const { dataDir, databaseUrl } = configOfProcess(flags);
  const passphrase = await passphraseOf({ passphraseFile });
  const { restoreBackup } = await import('../../storage/backup/index.js');
  const { header, rows, keys } = await work(databaseUrl, 'restore', (work) =>
    restoreBackup(file, { dataDir, databaseUrl }, { passphrase }, work),
  );
  const place = databaseUrl === undefined ? dataDir : (withoutSecrets(databaseUrl) ?? 'PostgreSQL');
  const summary = { file, to: place, ...summaryOf(header), rows, credentials: keys };
  const lines = [
    `Restored ${ENGINES[header.engine]} of ${header.created_at} to ${place}: ${amountOf(rows)}. Start the service.`,
    ...keys.written.map((name) => `${name} is back in ${dataDir}.`),
    ...keys.kept.map((name) => `${name} already existed in ${dataDir} and was left unchanged.`),
  ];
  process.stdout.write(json ? `${JSON.stringify(summary, null, 2)}\n` : `${lines.join('\n')}\n`);
  return EXIT.ok;
}
