import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import type { LocalModel } from '../models/manifest.js';

/** Token ids of one run, with the special tokens at both ends. */
export type TokenWindow = readonly number[];

interface Windows {
  /** The text in runs that the model accepts; at least one. */
  of(text: string): TokenWindow[];
}

export async function readTokenizer(path: string): Promise<Tokenizer> {
  const description = JSON.parse(await readFile(path, 'utf8'));
  // The file's own padding and truncation would pad short texts and silently cut long ones.
  return new Tokenizer({ ...description, padding: null, truncation: null }, {});
}

export async function loadTokenizer(folder: string, model: LocalModel): Promise<Windows> {
  const tokenizer = await readTokenizer(join(folder, model.tokenizer.path));
  return {
    of(text) {
      const { ids } = tokenizer.encode(text);
      if (ids.length <= model.maxTokens) return [ids];
      const first = ids[0] as number;
      const last = ids[ids.length - 1] as number;
      const room = model.maxTokens - 2;
      const windows: TokenWindow[] = [];
      for (let at = 1; at < ids.length - 1; at += room)
        windows.push([first, ...ids.slice(at, Math.min(at + room, ids.length - 1)), last]);
      return windows;
    },
  };
}
