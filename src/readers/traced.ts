import { inModel } from '../embedding/traced.js';
import type { Reader } from './reader.js';

/** Wraps a reader so that every call that is part of a trace gets a span. */
export const traceReader = (reader: Reader): Reader => ({
  relations: (pairs, options) => inModel('read relations', pairs.length, '', () => reader.relations(pairs, options)),
  fit: (question, texts, options) => inModel('read fit', texts.length, '', () => reader.fit(question, texts, options)),
  keep: (sentences, options) => inModel('read keep', sentences.length, '', () => reader.keep(sentences, options)),
  close: () => reader.close(),
});
