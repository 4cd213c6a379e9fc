import { client } from '../../api.js';
import { dayOf } from '../../lib/time.js';
import { CallButton, Code } from '../../parts/call.js';
import { Chip, Empty, Loading } from '../../parts/controls.js';
import { Copy } from '../../parts/copy.js';
import { StoredText } from '../../parts/text.js';
import { changes } from '../../state/pending.js';
import { addressOf } from '../../state/router.js';
import { useLoaded } from '../../state/use.js';
import { memoriesAddress, memoryAddress } from './address.js';

/** What is known about a person now. */
export function Profile({ user }: { user: string }) {
  const { value, loading } = useLoaded(
    (signal) => client.memory.profile({ user_id: user }, { signal }),
    [user, changes.value],
  );
  if (!value) return loading ? <Loading /> : null;
  if (value.groups.length === 0)
    return (
      <Empty icon="users" title="Nothing known yet">
        <p>
          The profile is built from what holds now. Store something about this user, or see{' '}
          <a href={memoriesAddress(user, { include_superseded: 'true' })}>what was superseded</a>.
        </p>
      </Empty>
    );
  return (
    <>
      <p class="soft">
        What holds now: each topic once, the most important first.
        {value.truncated && ' The profile is cut here: the timeline has everything.'}
      </p>
      <div class="profile-groups">
        {value.groups.map(({ category, title, statements }) => (
          <section key={category} class="card">
            <h2>
              {title}{' '}
              <a class="count" href={memoriesAddress(user, { category })} title={`All memories: ${category}`}>
                {statements.length}
              </a>
            </h2>
            <ul class="statements">
              {statements.map(({ id, text, since, sources }) => (
                <li key={id}>
                  <a href={memoryAddress(id)}>
                    <StoredText text={text} links={false} />
                  </a>
                  <span class="soft small">
                    since {dayOf(since)}
                    {sources.map((source, at) => (
                      <span key={source}>
                        {' · '}
                        <a href={memoryAddress(source)}>{sources.length === 1 ? 'said here' : `turn ${at + 1}`}</a>
                      </span>
                    ))}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <section class="card steps">
        <h2>For a prompt</h2>
        <p class="soft small">
          <Chip>{value.token_count.toLocaleString()} tokens</Chip> As an agent gets it.{' '}
          <a href={addressOf('lab', new URLSearchParams({ user_id: user }))}>Ask a question instead</a>
        </p>
        <details>
          <summary>Show the text</summary>
          <Code text={value.text} label="The profile for a prompt" />
        </details>
        <div class="actions">
          <Copy text={value.text} label="Copy the text" />
          <CallButton name="Profile" call={{ operation: 'memory.profile', input: { user_id: user } }} />
        </div>
      </section>
    </>
  );
}
