import { useSignal } from '@preact/signals';
import { facetsOf } from '../../api.js';
import { type Filters, queryOfFilters, setFilters } from '../../lib/filters.js';
import { Loading } from '../../parts/controls.js';
import { addressOf, setQuery } from '../../state/router.js';
import { boundUser } from '../../state/session.js';
import { useLoaded } from '../../state/use.js';
import { FacetPanel } from '../memories/facets.js';

/** The filters of the list, collapsed; their counts are requested when they are opened. */
export function MapFilters({ user, filters }: { user: string; filters: Filters }) {
  const open = useSignal(false);
  const set = setFilters(filters).filter((name) => name !== 'user_id');
  return (
    <div class="map-tools">
      {boundUser.value === null && (
        <p>
          <strong>
            <bdi>{user}</bdi>
          </strong>{' '}
          <a href={addressOf('graph')}>change user</a>
        </p>
      )}
      <details class="map-filters" onToggle={(event) => (open.value = event.currentTarget.open)}>
        <summary>Filters{set.length > 0 ? ` (${set.length})` : ''}</summary>
        {open.value && <Panel user={user} filters={filters} />}
      </details>
      {set.length > 0 && <a href={addressOf('graph', new URLSearchParams({ user_id: user }))}>Clear filters</a>}
    </div>
  );
}

function Panel({ user, filters }: { user: string; filters: Filters }) {
  const asked = { ...filters, user_id: user };
  const { value, loading } = useLoaded((signal) => facetsOf(asked, signal), [asked], { quiet: true });
  if (loading && !value) return <Loading />;
  return (
    <FacetPanel filters={asked} change={(next) => setQuery(queryOfFilters({ ...asked, ...next }))} facets={value} />
  );
}
