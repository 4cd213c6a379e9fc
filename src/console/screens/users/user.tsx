import type { ComponentChildren } from 'preact';
import { PartsNav } from '../../parts/parts-nav.js';
import { addressOf, query } from '../../state/router.js';
import { boundUser } from '../../state/session.js';
import { EpisodeList } from '../records/episodes.js';
import { Replay } from '../records/replay.js';
import { memoriesAddress, PARTS, type UserPart, userAddress } from './address.js';
import { UserData } from './data.js';
import { Feelings } from './feelings.js';
import { Profile } from './profile.js';
import { Timeline } from './timeline.js';
import { UserUsage } from './usage.js';

const TITLES: Record<UserPart, string> = {
  profile: 'Profile',
  timeline: 'Timeline',
  episodes: 'Episodes',
  feelings: 'Feelings',
  usage: 'Usage',
  data: 'Export and erasure',
};

/** What a key that is bound to one user may not call. */
const OF_WHOLE_KEYS: readonly UserPart[] = ['data'];

export function User({ user }: { user: string }) {
  const isBound = boundUser.value !== null;
  const parts: readonly UserPart[] = isBound ? PARTS.filter((part) => !OF_WHOLE_KEYS.includes(part)) : PARTS;
  const part = parts.find((name) => name === query.value.get('part')) ?? 'profile';
  return (
    <div class="page">
      <header class="page-head">
        <h1>
          <bdi>{user}</bdi>
        </h1>
        <p class="soft">
          {!isBound && (
            <>
              <a href={addressOf('users')}>All users</a> ·{' '}
            </>
          )}
          <a href={memoriesAddress(user)}>Memories</a> ·{' '}
          <a href={addressOf('graph', new URLSearchParams({ user_id: user }))}>Map</a> ·{' '}
          <a href={addressOf('care', new URLSearchParams({ user_id: user }))}>Care</a>
        </p>
      </header>
      <PartsNav
        label="Parts"
        value={part}
        parts={parts.map((name) => [name, TITLES[name]] as const)}
        hrefOf={(name) => userAddress(user, name)}
      />
      {shown(user, part)}
    </div>
  );
}

function shown(user: string, part: UserPart): ComponentChildren {
  if (part === 'profile') return <Profile user={user} />;
  if (part === 'timeline') return <Timeline user={user} />;
  if (part === 'feelings') return <Feelings user={user} />;
  if (part === 'usage') return <UserUsage user={user} />;
  if (part === 'data') return <UserData user={user} />;
  const episode = query.value.get('episode');
  return episode ? (
    <Replay key={episode} id={episode} back={userAddress(user, 'episodes')} />
  ) : (
    <EpisodeList user={user} addressOfEpisode={(id) => userAddress(user, 'episodes', { episode: id })} />
  );
}
