import type { Page } from '../http/page.js';
import { consoleFilePages } from './file-pages.js';
import type { ConsoleFiles } from './files.js';
import { type SessionParts, sessionPages } from './session-pages.js';

/** The console: its files, which are as public as the reference, and its sign-in. */
export const consolePages = (parts: SessionParts & { files: ConsoleFiles }): Page[] => [
  ...consoleFilePages(parts.files),
  ...sessionPages(parts),
];
