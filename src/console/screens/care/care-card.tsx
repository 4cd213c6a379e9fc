import type { ComponentChildren } from 'preact';
import type { Memory } from '../../../client/index.js';
import { Chip } from '../../parts/controls.js';
import { StoredText } from '../../parts/text.js';
import { Time } from '../../parts/time.js';
import { addressOf } from '../../state/router.js';

interface Props {
  memory: Memory;
  children: ComponentChildren;
  note?: ComponentChildren;
}

export const CareCard = ({ memory, children, note }: Props) => (
  <article class="care-card">
    <a class="care-text" href={addressOf(`memories/${encodeURIComponent(memory.id)}`)}>
      <StoredText text={memory.content} links={false} />
    </a>
    <p class="soft small care-meta">
      <bdi>{memory.user_id}</bdi> · <bdi>{memory.agent_id}</bdi> · stored <Time at={memory.created_at} />
      {memory.verified_at !== null && (
        <>
          {' '}
          · verified <Time at={memory.verified_at} />
        </>
      )}
      {note && <> · {note}</>} <Chip kind={`category ${memory.category}`}>{memory.category}</Chip>
    </p>
    <div class="actions">{children}</div>
  </article>
);
