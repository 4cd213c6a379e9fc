import { useSignal } from '@preact/signals';
import { CATEGORIES } from '../../../readers/category.js';
import type { Facet, Facets } from '../../api.js';
import type { Filters } from '../../lib/filters.js';
import { monthBounds } from '../../lib/time.js';
import { Button, Field } from '../../parts/controls.js';
import { CheckFilter, ChoiceFilter, DateFilter, NumberFilter, TextFilter } from '../../parts/filter-fields.js';
import { boundUser } from '../../state/session.js';
import { AsOf } from './as-of.js';
import { KINDS, OUTCOMES } from './flags.js';

interface Props {
  filters: Filters;
  change: (next: Partial<Filters>) => void;
  facets: Facets | null | undefined;
}

const GROUPS = [
  ['user_id', 'user_id', 'User'],
  ['agent_id', 'agent_id', 'Agent'],
  ['category', 'category', 'Category'],
  ['namespace', 'namespace', 'Namespace'],
] as const;

const SHOWN = 6;

/** Every filter of the list, with the number of memories per value. */
export function FacetPanel({ filters, change, facets }: Props) {
  const counted = facets?.facets;
  const tags = filters.tags ?? [];
  const toggleTag = (tag: string) =>
    change({ tags: tags.includes(tag) ? tags.filter((one) => one !== tag) : [...tags, tag] });
  return (
    <div class="facets">
      <AsOf
        user={filters.user_id}
        value={filters.as_of as number | undefined}
        onChange={(as_of) => change({ as_of })}
      />
      {counted?.month && counted.month.length > 0 && (
        <Months months={counted.month} filters={filters} change={change} />
      )}
      {GROUPS.filter(([name]) => name !== 'user_id' || boundUser.value === null).map(([name, facet, title]) =>
        counted?.[facet] ? (
          <FacetGroup
            key={name}
            title={title}
            values={counted[facet] ?? []}
            chosen={filters[name] ? [filters[name] as string] : []}
            toggle={(value) => change({ [name]: filters[name] === value ? undefined : value })}
          />
        ) : name === 'category' ? (
          <ChoiceFilter
            key={name}
            label={title}
            value={filters.category}
            options={CATEGORIES}
            change={(category) => change({ category })}
          />
        ) : (
          <TextFilter key={name} label={title} value={filters[name]} change={(value) => change({ [name]: value })} />
        ),
      )}
      {counted?.tag ? (
        <FacetGroup title="Tag" values={counted.tag} chosen={tags} toggle={toggleTag} />
      ) : (
        <Field
          late
          label="Any of these tags"
          value={tags.join(', ')}
          placeholder="a, b"
          onInput={(value) => change({ tags: listOf(value) })}
        />
      )}
      <details class="more-filters" open={hasMore(filters)}>
        <summary>More filters</summary>
        <Field
          late
          label="All of these tags"
          value={(filters.tags_all ?? []).join(', ')}
          placeholder="a, b"
          onInput={(value) => change({ tags_all: listOf(value) })}
        />
        <ChoiceFilter label="Kind" value={filters.kind} options={KINDS} change={(kind) => change({ kind })} />
        <ChoiceFilter
          label="Outcome"
          value={filters.outcome}
          options={OUTCOMES}
          change={(outcome) => change({ outcome })}
        />
        <NumberFilter
          label="Minimum importance"
          min={0}
          max={10}
          value={filters.min_importance}
          change={(min_importance) => change({ min_importance })}
        />
        <DateFilter
          label="Stored after"
          value={filters.created_after}
          change={(created_after) => change({ created_after })}
        />
        <DateFilter
          label="Stored before"
          value={filters.created_before}
          change={(created_before) => change({ created_before })}
        />
        <MetadataField value={filters.metadata} onChange={(metadata) => change({ metadata })} />
        <CheckFilter
          label="Include superseded"
          value={filters.include_superseded}
          change={(include_superseded) => change({ include_superseded })}
        />
        <CheckFilter
          label="Include expired"
          value={filters.include_expired}
          change={(include_expired) => change({ include_expired })}
        />
      </details>
    </div>
  );
}

const listOf = (text: string): string[] | undefined => {
  const list = text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
  return list.length > 0 ? list : undefined;
};
const MORE = 'tags_all kind outcome min_importance metadata include_expired include_superseded'.split(' ');
const hasMore = (filters: Filters) =>
  Object.entries(filters).some(([name, value]) => MORE.includes(name) && value !== undefined);

interface MetadataFieldProps {
  value: Record<string, string> | undefined;
  onChange: (value: Record<string, string> | undefined) => void;
}

function MetadataField({ value, onChange }: MetadataFieldProps) {
  const text = Object.entries(value ?? {})
    .map(([key, item]) => `${key}=${item}`)
    .join(', ');
  const read = (given: string) => {
    const pairs = given.split(',').flatMap((pair) => {
      const at = pair.indexOf('=');
      return at > 0 ? [[pair.slice(0, at).trim(), pair.slice(at + 1).trim()] as const] : [];
    });
    onChange(pairs.length > 0 ? Object.fromEntries(pairs) : undefined);
  };
  return <Field late label="Metadata" value={text} placeholder="key=value, key=value" onInput={read} />;
}

interface FacetGroupProps {
  title: string;
  values: readonly Facet[];
  chosen: readonly string[];
  toggle: (value: string) => void;
}

function FacetGroup({ title, values, chosen, toggle }: FacetGroupProps) {
  const all = useSignal(false);
  const missing = chosen
    .filter((value) => !values.some((one) => one.value === value))
    .map((value) => ({ value, count: 0 }));
  const list = [...missing, ...values];
  if (list.length === 0) return null;
  const most = Math.max(1, ...list.map(({ count }) => count));
  const shown = all.value ? list : list.slice(0, SHOWN);
  return (
    <fieldset class="facet">
      <legend>{title}</legend>
      {shown.map(({ value, count }) => (
        <button
          key={value}
          type="button"
          class="facet-value"
          aria-pressed={chosen.includes(value)}
          onClick={() => toggle(value)}
        >
          <span class="facet-bar" style={{ width: `${(count / most) * 100}%` }} />
          <bdi>{value === '' ? '(none)' : value}</bdi>
          <span class="number">{count.toLocaleString()}</span>
        </button>
      ))}
      {list.length > SHOWN && (
        <Button kind="quiet" onClick={() => (all.value = !all.value)}>
          {all.value ? 'Fewer' : `${list.length - SHOWN} more`}
        </Button>
      )}
    </fieldset>
  );
}

/** One bar per month; a click narrows the list to that month. */
function Months({ months, filters, change }: { months: readonly Facet[]; filters: Filters; change: Props['change'] }) {
  const ordered = [...months].sort((a, b) => (a.value < b.value ? -1 : 1)).slice(-24);
  const most = Math.max(1, ...ordered.map(({ count }) => count));
  const isSet = (month: string) => {
    const bounds = monthBounds(month);
    return bounds !== undefined && filters.created_after === bounds.after && filters.created_before === bounds.before;
  };
  const choose = (month: string) => {
    const bounds = monthBounds(month);
    if (!bounds || isSet(month)) change({ created_after: undefined, created_before: undefined });
    else change({ created_after: bounds.after, created_before: bounds.before });
  };
  return (
    <fieldset class="facet">
      <legend>Stored</legend>
      <div class="months">
        {ordered.map(({ value, count }) => (
          <button
            key={value}
            type="button"
            aria-pressed={isSet(value)}
            aria-label={`${value}: ${count} memories`}
            title={`${value}: ${count.toLocaleString()}`}
            onClick={() => choose(value)}
          >
            <span style={{ height: `${Math.max(6, (count / most) * 100)}%` }} />
          </button>
        ))}
      </div>
      <div class="months-ends soft small">
        <span>{ordered[0]?.value}</span>
        {ordered.length > 1 && <span>– {ordered[ordered.length - 1]?.value}</span>}
      </div>
    </fieldset>
  );
}
