import type { Compute } from '../../compute/compute.js';
import type { IdSource } from '../../kernel/ids.js';
import type { LanguageModel } from '../../llm/language-model.js';
import { summarizeWith } from '../../llm/summarize.js';
import type { Reader } from '../../readers/reader.js';
import { wordsFor } from '../../readers/summary/episode-summary.js';
import type { TenantDatabase } from '../../storage/database.js';
import { type Embedding, embedContents } from '../memories/reading/embed.js';
import { episodicMemory } from './episodic-memory.js';
import { summaryByReading } from './read-summary.js';
import type { EpisodeRecord } from './record.js';
import { closeEpisode, episodeToClose } from './sql/close.js';
import type { SummaryEvent } from './sql/summary-events.js';
import { sentencesTask, summaryTask, summaryUnits } from './summary-tasks.js';

/** Attempts to close an episode that keeps changing; the last attempt closes it even if its newest events are not in the summary. */
const MAX_ATTEMPTS = 4;

export interface Closer extends Embedding {
  readonly db: TenantDatabase;
  readonly llm: LanguageModel | null;
  readonly reader: Reader;
  readonly compute: Compute;
  readonly ids: IdSource;
  readonly now: number;
}
export interface Wish {
  id: string;
  summary?: string | undefined;
  outcome?: 'success' | 'failure' | 'unknown' | undefined;
}

/** Closes an episode with the given summary, or one made here. Null if there is no such episode. */
export async function close(closer: Closer, wish: Wish): Promise<EpisodeRecord | null> {
  for (let attempt = 1; ; attempt++) {
    const closed = await tryToClose(closer, wish, attempt > 1, attempt === MAX_ATTEMPTS || wish.summary !== undefined);
    if (closed !== 'changed') return closed;
  }
}

/** Also writes a summary again that was deleted. 'changed' if an event was appended or forgotten while the summary was made. */
export async function tryToClose(closer: Closer, wish: Wish, inHaste = false, anyway = false) {
  const { id } = wish;
  const found = await closer.db.run(episodeToClose, { id });
  if (!found?.events) return found?.episode ?? null;
  const { title, status, event_count: events, ended_at: endedAt } = found.episode;
  const { summary: given, outcome = null } = status === 'open' ? wish : { outcome: found.episode.outcome };
  const isRewrite = status === 'closed';
  const llm = inHaste || isRewrite ? null : closer.llm; // turns may expire one by one
  const summary = given ?? (await summarize(closer, llm, title, found.events));
  const [vectors = null] = summary === '' ? [] : await embedContents(closer, [summary]);
  const metadata = { episode_id: id, ...(title === null ? {} : { title }), events };
  const at = isRewrite && endedAt !== null ? { created_at: endedAt } : {};
  // It says what was said then. A conversation may be summarized long after it took place.
  const said = found.events.length > 0 ? Math.max(...found.events.map((event) => event.at)) : null;
  const valid_from = said === null ? null : Math.min(said, closer.now);
  const content = { content: summary, metadata, outcome: outcome ?? 'unknown', vectors };
  return closer.db.run(closeEpisode, {
    id,
    memory: summary === '' ? null : { ...episodicMemory(content, closer.ids, closer.now), valid_from, ...at },
    auto: given === undefined,
    outcome,
    seen: { lastSeq: found.lastSeq, events },
    anyway,
    now: closer.now,
  });
}

/** How the texts are described to a language model; the title is data, so it is sent with the texts. */
const ABOUT =
  "the events of an agent's session, saying who did what and when, what was decided and which questions are still open,";

async function summarize(
  { reader, compute, db }: Closer,
  llm: LanguageModel | null,
  title: string | null,
  events: readonly SummaryEvent[],
): Promise<string> {
  const texts = [...(title === null ? [] : [title]), ...events.map((event) => event.text)];
  const wanted = { texts, maxWords: wordsFor(events.length), about: ABOUT };
  if (events.length === 0) return '';
  const work = { flow: db.keyId, units: summaryUnits(events) };
  const local = async () => {
    const sentences = await compute.run(sentencesTask, events, work);
    const summary = await summaryByReading(reader, sentences, { key: db.keyId, priority: 'call' });
    return summary ?? compute.run(summaryTask, events, work);
  };
  return (await summarizeWith(llm, wanted, local)).summary;
}
