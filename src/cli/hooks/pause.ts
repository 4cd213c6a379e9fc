import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const fileIn = ({ folder }: { folder: string }) => join(folder, 'paused');

/** While paused, nothing is recorded and no context is returned. */
export const isPaused = (place: { folder: string }) => existsSync(fileIn(place));

export function setPaused(place: { folder: string }, paused: boolean): void {
  if (paused) {
    mkdirSync(place.folder, { recursive: true, mode: 0o700 });
    writeFileSync(fileIn(place), '');
  } else rmSync(fileIn(place), { force: true });
}
