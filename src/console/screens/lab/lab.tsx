import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { MemoryRetrieveResponse } from '../../../client/index.js';
import { client, showError } from '../../api.js';
import { termsOf } from '../../lib/text.js';
import { CallButton } from '../../parts/call.js';
import { Button, Empty, Field, Loading } from '../../parts/controls.js';
import { Icon } from '../../parts/icon.js';
import { PageHead } from '../../parts/page-head.js';
import { useShortcutsOf } from '../../state/keys.js';
import { query, setQuery } from '../../state/router.js';
import { boundUser } from '../../state/session.js';
import { useLoaded } from '../../state/use.js';
import { ContextPanel } from './context.js';
import { Results } from './results.js';
import { FIRST, inputOf, SECOND, type Settings, SettingsForm } from './settings.js';
import { WhyNot } from './why-not.js';

/** A question, and everything about how it is ranked. */
export function Lab() {
  useShortcutsOf({});
  const asked = query.value.get('q') ?? '';
  const { value: users = [] } = useLoaded(
    async (signal) =>
      boundUser.value === null
        ? (await client.memory.names({ field: 'user_id', limit: 200 }, { signal })).names
        : [boundUser.value],
    [],
    { quiet: true },
  );
  const user = query.value.get('user_id') ?? boundUser.value ?? (users.length === 1 ? (users[0] as string) : '');
  const question = useSignal(asked);
  const whose = useSignal(user);
  const first = useSignal<Settings>(FIRST);
  const second = useSignal<Settings | null>(null);
  const settingsShown = useSignal(false);
  const responses = useSignal<{ a: MemoryRetrieveResponse; b: MemoryRetrieveResponse | null } | null>(null);
  const loading = useSignal(false);
  useEffect(() => {
    question.value = asked;
    whose.value = user;
  }, [asked, user]);
  const key = JSON.stringify([asked, user, first.value, second.value]);
  useEffect(() => {
    if (asked === '' || user === '') return;
    const controller = new AbortController();
    const { signal } = controller;
    loading.value = true;
    Promise.all([
      client.memory.retrieve(inputOf(asked, user, first.value), { signal }),
      second.value ? client.memory.retrieve(inputOf(asked, user, second.value), { signal }) : null,
    ])
      .then(([a, b]) => {
        if (!signal.aborted) responses.value = { a, b };
      })
      .catch((error) => {
        if (!signal.aborted) showError(error);
      })
      .finally(() => {
        if (!signal.aborted) loading.value = false;
      });
    return () => controller.abort();
  }, [key]);
  const ask = (event: Event) => {
    event.preventDefault();
    const next = new URLSearchParams(query.value);
    next.set('q', question.value.trim());
    next.set('user_id', whose.value.trim());
    setQuery(next);
  };
  const terms = useMemo(() => termsOf(asked), [asked]);
  const { a, b } = responses.value ?? {};
  return (
    <div class={`page wide${b ? ' compared' : ''}`}>
      <PageHead title="Recall lab">Ask a question as an agent does, and see what each score is made of.</PageHead>
      <form class="ask" onSubmit={ask}>
        <div class="ask-line">
          <div class="search-box">
            <Icon name="search" />
            <label class="unseen" for="question">
              Question
            </label>
            <input
              id="question"
              data-search
              type="search"
              autocomplete="off"
              value={question.value}
              placeholder="Where does she like to sit on a plane?"
              onInput={(event) => (question.value = event.currentTarget.value)}
            />
          </div>
          {boundUser.value === null && <Field hideLabel label="User" placeholder="User" value={whose} list={users} />}
          <Button kind="main" type="submit" disabled={!question.value.trim() || !whose.value.trim()}>
            Ask
          </Button>
        </div>
        <div class="ask-line">
          <Button
            kind="quiet"
            icon="filter"
            expanded={settingsShown.value}
            onClick={() => (settingsShown.value = !settingsShown.value)}
          >
            Settings
          </Button>
          <Button
            kind="quiet"
            pressed={second.value !== null}
            onClick={() => {
              second.value = second.value === null ? SECOND : null;
              settingsShown.value = second.value !== null;
            }}
          >
            {second.value === null ? 'Compare two settings' : 'Stop comparing'}
          </Button>
          {asked && user && (
            <CallButton
              name="Ask"
              call={{ operation: 'memory.retrieve', input: { ...inputOf(asked, user, first.value) } }}
            />
          )}
        </div>
        {settingsShown.value && (
          <div class="both-settings">
            <SettingsForm
              name={second.value ? 'Setting A' : 'Settings'}
              value={first.value}
              onChange={(value) => (first.value = value)}
            />
            {second.value && (
              <SettingsForm name="Setting B" value={second.value} onChange={(value) => (second.value = value)} />
            )}
          </div>
        )}
      </form>
      {asked && !user && (
        <Empty icon="users" title="Choose a user">
          <p>A question is about one user. Enter one next to the question.</p>
        </Empty>
      )}
      {!asked && (
        <Empty icon="lab" title="Ask a question">
          <p>
            Enter a question and a user. You get the ranked results, what each score is made of, whether the service
            would abstain, and the context for a model.
          </p>
        </Empty>
      )}
      {loading.value && !a && <Loading what="Searching" />}
      {asked && user && a && (
        <div class={`lab-columns${loading.value ? ' stale' : ''}`}>
          <div class="lab-results">
            <Results
              title={b ? `A · ${a.ranking}` : undefined}
              response={a}
              other={b?.results.map(({ id }) => id)}
              terms={terms}
            />
            {b && (
              <Results title={`B · ${b.ranking}`} response={b} other={a.results.map(({ id }) => id)} terms={terms} />
            )}
          </div>
          <div class="lab-side">
            <ContextPanel q={asked} user={user} settings={first.value} />
            <WhyNot q={asked} user={user} settings={first.value} first={query.value.get('id') ?? ''} />
          </div>
        </div>
      )}
    </div>
  );
}
