import { existsSync, readdirSync } from 'node:fs';

/** Loads the `sql` folders of the features. In a bundle, scripts/build-threads.mjs puts the imports themselves here. */
const features = new URL('./features/', import.meta.url);
const files = readdirSync(features).flatMap((feature) => {
  const folder = new URL(`${feature}/sql/`, features);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.filter((name) => /^[\w-]+\.js$/.test(name)).map((name) => new URL(name, folder).href);
});
await Promise.all(files.map((file) => import(file)));
