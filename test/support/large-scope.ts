import pg from 'pg';
import { WORD_COLUMNS, wordRow } from '../../src/storage/postgres/word-rows.js';
import { rows } from '../../src/storage/sql.js';
import { queryTerms } from '../../src/text/terms.js';
import { seededRandom, unitVector } from './memories.js';

interface LargeScope {
  keyId: string;
  userId: string;
  model: string;
  dimensions: number;
  memories: number;
  seed?: number;
}

/** The words of the memories: a few are frequent and most are rare. */
const VOCABULARY = 4_000;
const COMMON = 20;
const WORDS_PER_MEMORY = 6;
const WORDS_PER_QUESTION = 4;
/** Memories about the same thing: the ones near a question about it. */
const MEMORIES_PER_KIND = 50;
const KINDS_PER_TOPIC = 10;
const BATCH = 1_000;

/** Five digits: a third of the bytes that full precision takes. */
const asText = (vector: Float32Array) => `[${Array.from(vector, (value) => value.toFixed(5)).join(',')}]`;

/**
 * Writes a scope straight into the tables of PostgreSQL. Its vectors are distributed like those of a model: all in one half of the space, grouped by
 * topic, within topics by kind, each with an individual part. Every tenth memory has the tag `tenth`, every hundredth `hundredth`.
 */
export async function fillLargeScope(databaseUrl: string, scope: LargeScope) {
  const { keyId, userId, model, dimensions, memories } = scope;
  const random = seededRandom(scope.seed ?? 11);
  const part = () => unitVector(dimensions, random);
  const common = part();
  const kindCount = Math.max(1, Math.ceil(memories / MEMORIES_PER_KIND));
  const topics = Array.from({ length: Math.ceil(kindCount / KINDS_PER_TOPIC) }, part);
  const kinds = Array.from({ length: kindCount }, part);
  const vectorOf = (kind: number): Float32Array => {
    const [topic, own, noise] = [topics[Math.floor(kind / KINDS_PER_TOPIC)], kinds[kind], part()];
    const sum = common.map((x, i) => 0.8 * x + (topic?.[i] ?? 0) + 0.7 * (own?.[i] ?? 0) + 0.6 * (noise[i] ?? 0));
    const norm = Math.hypot(...sum);
    return sum.map((x) => x / norm);
  };
  const anyKind = () => Math.floor(random() * kindCount);
  const letters = 'aeioulnrstdmkbg';
  const spelled = () => Array.from({ length: 7 }, () => letters[Math.floor(random() * letters.length)]).join('');
  const vocabulary = Array.from({ length: VOCABULARY }, spelled);
  const word = () => vocabulary[Math.floor(COMMON * (VOCABULARY / COMMON) ** random()) - 1] as string;
  const sentence = (words: number) => Array.from({ length: words }, word).join(' ');

  const client = new pg.Client(databaseUrl);
  await client.connect();
  for (let done = 0; done < memories; done += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, memories - done) }, (_, i) => {
      const number = done + i;
      const content = sentence(WORDS_PER_MEMORY);
      const tags = [...(number % 10 === 0 ? ['tenth'] : []), ...(number % 100 === 0 ? ['hundredth'] : [])];
      const id = `mem_${userId}_${String(number).padStart(9, '0')}`;
      return { id, content, tags, terms: [...queryTerms(content).keys()], vector: vectorOf(anyKind()) };
    });
    const ids = batch.map(({ id }) => id);
    await client.query(
      `insert into memories (key_id, id, user_id, agent_id, namespace, kind, content, metadata, tags, importance, outcome, outcome_score,
        category, risk, embedded_model, created_at, updated_at, terms_length, conflicts_checked)
      select $1, id, $2, 'agent', 'default', 'semantic', content, '{}', tags::jsonb, 5, 'unknown', 0.5, 'other', 0, $3, $4, $4, size, 1
      from unnest($5::text[], $6::text[], $7::text[], $8::int[]) as m (id, content, tags, size)`,
      [
        ...[keyId, userId, model, Date.now(), ids, batch.map(({ content }) => content)],
        ...[batch.map(({ tags }) => JSON.stringify(tags)), batch.map(({ terms }) => terms.length)],
      ],
    );
    await client.query(
      `insert into memory_vectors (key_id, user_id, model, memory_id, passage, vector)
      select $1, $2, $3, id, 0, v::halfvec from unnest($4::text[], $5::text[]) as n (id, v)`,
      [keyId, userId, model, ids, batch.map(({ vector }) => asText(vector))],
    );
    const words = batch.map(({ id, terms }) =>
      wordRow(keyId, { id, user_id: userId, words: { packed: terms.join(' '), length: terms.length }, bands: [] }),
    );
    const { parts, values } = rows(words);
    const places = parts.reduce((text, part, i) => `${text}$${i}${part}`);
    await client.query(`insert into memory_words (${WORD_COLUMNS}) values ${places}`, [...values]);
  }
  for (const table of ['memories', 'memory_vectors', 'memory_words']) await client.query(`vacuum analyze ${table}`);
  await client.end();
  /** A question about one kind of memory, in the words of the memories. */
  return { question: () => ({ vector: vectorOf(anyKind()), text: sentence(WORDS_PER_QUESTION) }) };
}
