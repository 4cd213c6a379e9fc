import type { Signal } from '@preact/signals';
import { type Filters, setFilters } from '../../lib/filters.js';
import { dayOf } from '../../lib/time.js';
import { Button, Choice } from '../../parts/controls.js';
import { SearchInput, useTyped } from '../../parts/search-line.js';
import { SetFilter } from '../../parts/set-filter.js';
import type { Search, SearchBy } from './rows.js';

interface Props {
  search: Search;
  filters: Filters;
  onSearch: (search: Search) => void;
  change: (next: Partial<Filters>) => void;
  clear: () => void;
  filtersShown: Signal<boolean>;
}

const BY: readonly (readonly [SearchBy, string])[] = [
  ['hybrid', 'Meaning and words'],
  ['semantic', 'Meaning'],
  ['words', 'Words (full text)'],
];

export function SearchBar({ search, filters, onSearch, change, clear, filtersShown }: Props) {
  const typed = useTyped(search.q);
  const set = setFilters(filters);
  return (
    <div class="search-bar">
      <form
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          onSearch({ ...search, q: typed.value.trim() });
        }}
      >
        <SearchInput
          label="Search memories"
          placeholder="Search by meaning or words"
          typed={typed}
          onEmpty={() => search.q !== '' && onSearch({ ...search, q: '' })}
        />
        <kbd aria-hidden="true">/</kbd>
      </form>
      <Choice
        hideLabel
        label="Search by"
        value={search.by}
        options={BY}
        onChange={(by) => onSearch({ q: typed.value.trim(), by: by as SearchBy })}
      />
      <span class="filters-toggle">
        <Button icon="filter" expanded={filtersShown.value} onClick={() => (filtersShown.value = !filtersShown.value)}>
          Filters{set.length > 0 ? ` (${set.length})` : ''}
        </Button>
      </span>
      {set.length > 0 && (
        <ul class="set-filters" aria-label="Filters that are set">
          {set.map((name) => (
            <li key={name}>
              <SetFilter name={NAMES[name] ?? name} remove={() => change({ [name]: undefined })}>
                {textOf(filters[name as keyof Filters])}
              </SetFilter>
            </li>
          ))}
          <li>
            <Button kind="quiet" onClick={clear}>
              Clear all
            </Button>
          </li>
        </ul>
      )}
    </div>
  );
}

const NAMES: Record<string, string> = {
  user_id: 'user',
  agent_id: 'agent',
  created_after: 'after',
  created_before: 'before',
  as_of: 'as of',
  min_importance: 'importance ≥',
  tags_all: 'all tags',
  include_superseded: 'including superseded',
  include_expired: 'including expired',
};

function textOf(value: unknown): string {
  if (value === true) return '';
  // Only timestamps are numbers of this size.
  if (typeof value === 'number') return value > 1_000 ? dayOf(value) : String(value);
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([key, item]) => `${key}=${item}`)
      .join(', ');
  return String(value);
}
