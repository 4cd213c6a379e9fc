import { Chip } from '../../parts/controls.js';
import { StoredText } from '../../parts/text.js';
import { Time } from '../../parts/time.js';
import { addressOf, query } from '../../state/router.js';
import { FLAGGED } from './flags.js';
import type { Row } from './rows.js';

interface Props {
  row: Row;
  at: number;
  isOpen: boolean;
  isSelected: boolean;
  select: ((on: boolean) => void) | undefined;
  terms: ReadonlySet<string> | undefined;
  onFocus: () => void;
}

export function MemoryRow({ row, at, isOpen, isSelected, select, terms, onFocus }: Props) {
  return (
    <div class={`memory-row${isOpen ? ' open' : ''}${isSelected ? ' selected' : ''}`}>
      {select && (
        <input
          type="checkbox"
          aria-label={`Select “${row.content.slice(0, 60)}”`}
          checked={isSelected}
          onChange={(event) => select(event.currentTarget.checked)}
        />
      )}
      <a
        href={addressOf(`memories/${encodeURIComponent(row.id)}`, query.value)}
        data-at={at}
        aria-current={isOpen ? 'true' : undefined}
        onFocus={onFocus}
      >
        <span class="row-text">
          <StoredText text={row.content.slice(0, 400)} links={false} terms={terms} />
        </span>
        <span class="row-meta">
          <Importance value={row.importance} estimated={row.importance_estimated} />
          <bdi class="row-user">{row.user_id}</bdi>
          <Chip kind={`category ${row.category}`}>{row.category}</Chip>
          {row.tags.slice(0, 3).map((tag) => (
            <Chip key={tag} kind="tag">
              <bdi>{tag}</bdi>
            </Chip>
          ))}
          {row.kind !== 'semantic' && <Chip>{row.kind}</Chip>}
          {row.superseded_by && <Chip kind="warn">superseded</Chip>}
          {row.risk >= FLAGGED && <Chip kind="bad">flagged</Chip>}
          {!row.embedded && <Chip>not embedded yet</Chip>}
          <span class="row-end">
            {row.found?.relevance !== undefined && (
              <span title="How likely it answers the question">{Math.round(row.found.relevance * 100)}%</span>
            )}
            {row.found?.relevance === undefined && typeof row.found?.score === 'number' && (
              <span title="Score">{row.found.score.toFixed(3)}</span>
            )}
            <Time at={row.created_at} />
          </span>
        </span>
      </a>
    </div>
  );
}

const Importance = ({ value, estimated }: { value: number; estimated: boolean }) => (
  <span
    class="importance"
    role="img"
    aria-label={`Importance ${value}${estimated ? ', estimated' : ''}`}
    title={`Importance ${value} of 10${estimated ? ', estimated' : ''}`}
  >
    <span style={{ width: `${Math.max(0, Math.min(10, value)) * 10}%` }} />
  </span>
);
