import { register } from 'node:module';

/** Loaded before the service, in each of its threads (`--import`): every module it loads goes through `take-out-hooks.ts`. */
register('./take-out-hooks.js', import.meta.url);
