import { readFileSync } from 'node:fs';

/** This release, from package.json: the compiled file lies in dist/src. */
export const VERSION: string = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;
/** The version of the API document; it changes when clients must. */
export const INTERFACE_VERSION = '1.0.0';
