import { showError } from '../api.js';
import { Button, Chip, Loading } from '../parts/controls.js';
import { PageHead } from '../parts/page-head.js';
import { Time } from '../parts/time.js';
import { forgetAndSignOut } from '../state/pending.js';
import { endSession, type ListedSession, listSessions, session } from '../state/session.js';
import { toast } from '../state/toasts.js';
import { useLoaded } from '../state/use.js';

/** "Firefox on Linux", derived from the user agent; the tooltip shows the whole string. */
function browserOf(agent: string | null): string {
  if (!agent) return 'Unknown browser';
  const name = ['Firefox', 'Edg', 'OPR', 'Chrome', 'Safari'].find((one) => agent.includes(`${one}/`));
  const system = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS', 'Linux'].find((one) => agent.includes(one));
  const shown = name === 'Edg' ? 'Edge' : name === 'OPR' ? 'Opera' : name;
  return shown ? `${shown}${system ? ` on ${system}` : ''}` : agent.slice(0, 60);
}

export function Sessions() {
  const { value, loading, again } = useLoaded(listSessions, []);
  const end = async (one: ListedSession) => {
    if (one.current) return forgetAndSignOut();
    await endSession(one.id);
    toast('Session ended.');
    again();
  };
  return (
    <div class="page">
      <PageHead title="Sessions">
        Browsers that are signed in with {session.value?.operator ? 'the admin credential' : 'this key'}. A session ends
        after a period of inactivity, or when its key is revoked.
      </PageHead>
      {loading && !value && <Loading />}
      {value && (
        <ul class="cards">
          {value.map((one) => (
            <li key={one.id} class="card line">
              <div>
                <strong title={one.user_agent ?? undefined}>
                  <bdi>{browserOf(one.user_agent)}</bdi>
                </strong>{' '}
                {one.current && <Chip kind="good">this browser</Chip>}
                <p class="soft small">
                  <bdi>{one.address ?? 'unknown address'}</bdi> · signed in <Time at={one.created_at} /> · last used{' '}
                  <Time at={one.last_used_at} /> · expires <Time at={one.expires_at} full />
                </p>
              </div>
              <Button kind="danger" onClick={() => void end(one).catch(showError)}>
                {one.current ? 'Sign out' : 'End session'}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
