import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Memory } from '../../../client/index.js';
import { facetsOf } from '../../api.js';
import { type Filters, filtersFrom, queryOfFilters, setFilters } from '../../lib/filters.js';
import { termsOf } from '../../lib/text.js';
import { Button, OrderChoice } from '../../parts/controls.js';
import { VirtualList } from '../../parts/virtual-list.js';
import { useShortcutsOf } from '../../state/keys.js';
import { changes, forgetLater, leaving } from '../../state/pending.js';
import { go, query, rest, setQuery } from '../../state/router.js';
import { mayWrite } from '../../state/session.js';
import { useLoaded, useWide } from '../../state/use.js';
import { Drawer } from './drawer.js';
import { FacetPanel } from './facets.js';
import { ListEnd } from './list-end.js';
import { MemoryRow } from './memory-row.js';
import { SEARCHES, type Search, useRows } from './rows.js';
import { SearchBar } from './search-bar.js';

const ROW_HEIGHT = 76;
const PHONE_ROW_HEIGHT = 96;

export function Memories() {
  const filters = filtersFrom(query.value);
  const search: Search = {
    q: query.value.get('q') ?? '',
    by: SEARCHES.find((by) => by === query.value.get('by')) ?? 'hybrid',
  };
  const open = rest.value;
  const wide = useWide(720);
  const rowHeight = wide ? ROW_HEIGHT : PHONE_ROW_HEIGHT;
  const filtersShown = useSignal(false);
  const selected = useSignal<ReadonlySet<string>>(new Set());
  const turn = useSignal(0);
  const { state, more, replace } = useRows(filters, search, turn.value);
  const { value: facets } = useLoaded((signal) => facetsOf(filters, signal), [filters, turn.value, changes.value], {
    quiet: true,
  });
  const rows = useMemo(
    () => state.value.rows.filter(({ id }) => !leaving.value.has(id)),
    [state.value.rows, leaving.value],
  );
  const terms = useMemo(() => (search.q ? termsOf(search.q) : undefined), [search.q]);
  const at = useSignal(-1);
  const place = open ? rows.findIndex(({ id }) => id === open) : at.value;
  const wanted = useRef(false);

  const changeFilters = (next: Partial<Filters>) => to({ ...filters, ...next }, search);
  const to = (nextFilters: Filters, nextSearch: Search) => {
    const next = queryOfFilters(nextFilters);
    if (nextSearch.q) next.set('q', nextSearch.q);
    if (nextSearch.by !== 'hybrid') next.set('by', nextSearch.by);
    at.value = -1;
    selected.value = new Set();
    setQuery(next);
  };
  const show = (id: string) => go(`memories/${encodeURIComponent(id)}`, query.value, { replace: open !== '' });
  const close = () => go('memories', query.value);
  const move = (by: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, place + by));
    const row = rows[next];
    if (!row) return;
    at.value = next;
    wanted.current = true;
    if (open) show(row.id);
  };
  const select = (id: string, on: boolean) => {
    const next = new Set(selected.value);
    if (on) next.add(id);
    else next.delete(id);
    selected.value = next;
  };
  useShortcutsOf({
    j: () => move(1),
    k: () => move(-1),
    x: () => {
      const row = rows[place];
      if (row && mayWrite.value) select(row.id, !selected.value.has(row.id));
    },
    e: () => document.querySelector<HTMLButtonElement>('[data-edit] button')?.click(),
    Escape: () => {
      if (open) close();
      else if (filtersShown.value) filtersShown.value = false;
      else selected.value = new Set();
    },
  });
  // Set the focus after the list has scrolled there.
  useEffect(() => {
    if (!wanted.current || open) return;
    wanted.current = false;
    const frame = requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-at="${place}"]`)?.focus());
    return () => cancelAnimationFrame(frame);
  }, [place]);

  const chosen = [...selected.value].filter((id) => !leaving.value.has(id));
  const total = search.q ? (state.value.ended ? rows.length : undefined) : facets?.total;
  const changed = (memory: Memory) => replace(memory);
  return (
    <div class={`memories${open ? ' with-drawer' : ''}${filtersShown.value ? ' with-filters' : ''}`}>
      <h1 class="unseen">Memories</h1>
      <SearchBar
        search={search}
        filters={filters}
        onSearch={(next) => to(filters, next)}
        change={changeFilters}
        clear={() => to({}, { ...search, q: '' })}
        filtersShown={filtersShown}
      />
      <aside class="filters" aria-label="Filters">
        <div class="filters-head">
          <h2>Filters</h2>
          <Button kind="main" onClick={() => (filtersShown.value = false)}>
            Show {total === undefined ? 'memories' : total.toLocaleString()}
          </Button>
        </div>
        <FacetPanel filters={filters} change={changeFilters} facets={facets} />
      </aside>
      <section class="list" aria-label="Memories">
        <div class="list-head">
          <p role="status">
            {total === undefined ? (
              <span class="soft">
                {state.value.loading
                  ? 'Loading…'
                  : `${rows.length.toLocaleString()}${state.value.ended ? '' : '+'} memories`}
              </span>
            ) : (
              <>
                <strong>{total.toLocaleString()}</strong> {total === 1 ? 'memory' : 'memories'}
                {search.q !== '' && ' found'}
                {setFilters(filters).length > 0 && (
                  <span class="soft">
                    {search.q ? ' within the filters' : ` ${total === 1 ? 'matches' : 'match'} the filters`}
                  </span>
                )}
              </>
            )}
          </p>
          {search.q === '' && (
            <OrderChoice
              oldest={filters.order === 'oldest'}
              onChange={(oldest) => changeFilters({ order: oldest ? 'oldest' : undefined })}
            />
          )}
        </div>
        {chosen.length > 0 && (
          <div class="bulk" role="region" aria-label="Selected memories">
            <strong>{chosen.length} selected</strong>
            <Button
              kind="danger"
              icon="forget"
              onClick={() => {
                forgetLater(chosen);
                selected.value = new Set();
                if (chosen.includes(open)) close();
              }}
            >
              Forget
            </Button>
            <Button kind="quiet" onClick={() => (selected.value = new Set())}>
              Clear
            </Button>
          </div>
        )}
        <VirtualList
          label="Memories"
          of={JSON.stringify([filters, search])}
          count={rows.length}
          total={total}
          rowHeight={rowHeight}
          reveal={place}
          onEnd={more}
          row={(index) => {
            const row = rows[index];
            if (!row) return null;
            return (
              <MemoryRow
                row={row}
                at={index}
                isOpen={row.id === open}
                isSelected={selected.value.has(row.id)}
                select={mayWrite.value ? (on) => select(row.id, on) : undefined}
                terms={terms}
                onFocus={() => (at.value = index)}
              />
            );
          }}
          footer={
            <ListEnd
              state={state.value}
              shown={rows.length}
              search={search}
              filtered={setFilters(filters).length > 0}
              chooseUser={(user_id) => changeFilters({ user_id })}
              clear={() => to({}, { ...search, q: '' })}
              reload={() => {
                turn.value++;
              }}
            />
          }
        />
      </section>
      {open && <Drawer key={open} id={open} close={close} onChanged={changed} move={move} />}
    </div>
  );
}
