import { client } from '../../api.js';
import { type Filters, filtersFrom } from '../../lib/filters.js';
import { Empty, Loading } from '../../parts/controls.js';
import { changes } from '../../state/pending.js';
import { addressOf, query } from '../../state/router.js';
import { boundUser } from '../../state/session.js';
import { useLoaded } from '../../state/use.js';
import { searchedUser } from '../memories/rows.js';
import { ChooseUser } from './choose-user.js';
import { MapFilters } from './map-filters.js';
import { MapView } from './map-view.js';

/** A map of one user's memories; asks for the user if there are several. */
export function MemoryMap() {
  const { order: _, ...given } = filtersFrom(query.value);
  const filters = boundUser.value === null ? given : { ...given, user_id: boundUser.value };
  const { value, loading } = useLoaded(
    async (signal) => {
      const user = await searchedUser(filters, signal);
      return user === undefined ? null : { user, map: await mapOf({ ...filters, user_id: user }, signal) };
    },
    [filters, changes.value],
  );
  if (value === undefined) return loading ? <Loading what="Laying out the memories" /> : null;
  if (value === null) return <ChooseUser hrefOf={(user_id) => addressOf('graph', new URLSearchParams({ user_id }))} />;
  return (
    <>
      <MapFilters user={value.user} filters={filters} />
      {value.map.shown > 0 ? (
        <MapView key={value.user} user={value.user} map={value.map} filters={filters} loading={loading} />
      ) : (
        <Empty icon="graph" title="Nothing to show">
          <p>{whyEmpty(value.map)}</p>
        </Empty>
      )}
    </>
  );
}

const mapOf = (filters: Omit<Filters, 'order'> & { user_id: string }, signal: AbortSignal) =>
  client.memory.map(filters, { signal });

const whyEmpty = ({ total, without_vector }: { total: number; without_vector: number }) => {
  if (without_vector > 0) return 'These memories are not embedded yet. They appear on the map once they are.';
  return total === 0 ? 'No memory of this user matches. Remove a filter, or choose another user.' : '';
};
