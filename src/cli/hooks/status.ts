import { join } from 'node:path';
import { countText } from '../output/count-text.js';
import { IGNORE_FILE, Ignored } from './ignore.js';
import { isPaused } from './pause.js';
import { SenderFiles } from './sender-state.js';
import type { HookSettings } from './settings.js';
import { Spool } from './spool.js';

export function statusOf(settings: HookSettings) {
  const spool = new Spool(settings.folder);
  const waiting = spool.list();
  const { sentAt, sent, refused, failures, retryAt, error } = new SenderFiles(settings.folder).read();
  return {
    paused: isPaused(settings),
    url: settings.url,
    has_key: settings.key !== undefined,
    user_id: settings.userId,
    masks_secrets: settings.masks,
    ignore_files: Ignored.for(process.cwd(), [join(settings.folder, '..', IGNORE_FILE)]).sources,
    folder: settings.folder,
    waiting: waiting.length,
    waiting_bytes: waiting.reduce((sum, { bytes }) => sum + bytes, 0),
    dropped: spool.dropped,
    ...{ sent, refused, sent_at: sentAt ?? null, failures, retry_at: retryAt || null, error: error ?? null },
  };
}

export function statusText(status: ReturnType<typeof statusOf>): string {
  const lines = [
    status.paused ? 'The hooks are paused. To resume: recollect hook resume.' : 'The hooks are on.',
    `They send to ${status.url} as user ${status.user_id}${status.has_key ? '' : ', but have no key yet: run recollect init --hooks'}.`,
    `Secrets are ${status.masks_secrets ? 'masked' : 'NOT masked'}.`,
    `${countText(status.waiting, 'entry is', 'entries are')} waiting (${(status.waiting_bytes / 1e3).toFixed(1)} kB), ${countText(status.sent, 'turn was', 'turns were')} sent.`,
    ...(status.dropped > 0
      ? [`${countText(status.dropped, 'entry was', 'entries were')} dropped because too many were waiting.`]
      : []),
    ...(status.refused > 0
      ? [`${countText(status.refused, 'entry was', 'entries were')} rejected by the service.`]
      : []),
    ...(status.error ? [`Last error: ${status.error}`] : []),
    ...status.ignore_files.map((file) => `Paths are excluded by ${file}.`),
  ];
  return lines.join('\n');
}
