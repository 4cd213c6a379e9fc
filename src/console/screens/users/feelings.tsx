import { client } from '../../api.js';
import { Chip, Empty, Loading } from '../../parts/controls.js';
import { Fact, Figure } from '../../parts/fact.js';
import { ListFoot } from '../../parts/pages.js';
import { StoredText } from '../../parts/text.js';
import { Time } from '../../parts/time.js';
import { usePages } from '../../state/pages.js';
import { query } from '../../state/router.js';
import { useLoaded } from '../../state/use.js';
import { Meter } from '../memories/facts.js';
import { userAddress } from './address.js';
import { Series } from './series.js';

const PAGE = 25;
const SENTIMENTS = ['positive', 'neutral', 'negative'] as const;
const KIND: Record<string, string> = { positive: 'good', negative: 'bad' };

/** How the conversations felt, and how much trust they left. */
export function Feelings({ user }: { user: string }) {
  const { value, loading } = useLoaded(
    (signal) => client.emotional.profile({ user_id: user, days: 90 }, { signal }),
    [user],
  );
  const chosen = SENTIMENTS.find((name) => name === query.value.get('sentiment'));
  if (!value) return loading ? <Loading /> : null;
  if (value.interactions === 0)
    return (
      <Empty icon="care" title="No feelings recorded">
        <p>
          Agents record how an exchange felt with <code>POST /memory/emotional</code>; the profile is built from these
          records.
        </p>
      </Empty>
    );
  return (
    <>
      <div class="figures">
        <Figure name="Trust" value={`${value.trust_score.toFixed(0)} of 100`}>
          <span>
            <Meter value={value.trust_score / 100} label="Trust" />
          </span>
        </Figure>
        <Figure name="Trend" value={value.trend} note="over the last 20 records" />
        {SENTIMENTS.map((sentiment) => (
          <Figure
            key={sentiment}
            name={sentiment}
            value={value.counts[sentiment].toLocaleString()}
            href={userAddress(user, 'feelings', chosen === sentiment ? {} : { sentiment })}
            note={chosen === sentiment ? 'shown below' : 'records'}
          />
        ))}
      </div>
      <section class="card steps">
        <h2>The last {value.days} days</h2>
        <Series series={value.series} />
        <dl class="facts">
          <Fact name="Interactions">
            <a href={userAddress(user, 'feelings')}>{value.interactions.toLocaleString()}</a>
          </Fact>
          <Fact name="Mostly">{value.dominant_sentiment ?? <span class="soft">unknown</span>}</Fact>
          <Fact name="Valence">
            {value.average_valence === null ? <span class="soft">unknown</span> : value.average_valence.toFixed(2)}{' '}
            <span class="soft">from −1 (bad) to 1 (good)</span>
          </Fact>
          <Fact name="Evidence">
            <Meter value={value.confidence} label="Evidence" /> {value.confidence.toFixed(2)}{' '}
            <span class="soft">for the trust score</span>
          </Fact>
        </dl>
      </section>
      <Records user={user} sentiment={chosen} />
    </>
  );
}

function Records({ user, sentiment }: { user: string; sentiment: (typeof SENTIMENTS)[number] | undefined }) {
  const { state, more } = usePages(
    async (cursor, signal) => {
      const input = { user_id: user, sentiment, limit: PAGE, cursor };
      const { records, next_cursor } = await client.emotional.list(input, { signal });
      return { rows: records, next: next_cursor };
    },
    [user, sentiment],
  );
  const { rows, ended } = state.value;
  return (
    <section class="steps">
      <h2>{sentiment ? `Records: ${sentiment}` : 'Records'}</h2>
      <ul class="cards">
        {rows.map((record) => (
          <li key={record.id} class="card">
            <p class="timeline-marks">
              <Chip kind={KIND[record.sentiment] ?? 'plain'}>{record.sentiment}</Chip>
              <span class="soft small">
                intensity {record.intensity} · valence {record.valence.toFixed(2)} · with <bdi>{record.agent_id}</bdi> ·{' '}
                <Time at={record.created_at} />
                {record.about === 'world' && ' · about the world, not the agent'}
                {record.source === 'text' && ' · inferred from the text'}
              </span>
            </p>
            {record.text && <StoredText text={record.text} />}
            {record.note && (
              <p class="soft small">
                Note: <StoredText text={record.note} />
              </p>
            )}
          </li>
        ))}
      </ul>
      {ended && rows.length === 0 && <p class="soft">No records of this kind. Choose another figure above.</p>}
      <ListFoot state={state.value} more={more} what="records" />
    </section>
  );
}
