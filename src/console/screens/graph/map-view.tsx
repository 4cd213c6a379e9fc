import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { MemoryMapResponse } from '../../../client/index.js';
import { COLOURINGS, type Coloured, type Colouring, colouring } from '../../lib/colours.js';
import { type Filters, queryOfFilters } from '../../lib/filters.js';
import { onScreen } from '../../lib/plane.js';
import { titled } from '../../lib/text.js';
import { CallButton } from '../../parts/call.js';
import { Tabs } from '../../parts/controls.js';
import { StoredText } from '../../parts/text.js';
import { Time } from '../../parts/time.js';
import { VirtualList } from '../../parts/virtual-list.js';
import { addressOf, go } from '../../state/router.js';
import { theme } from '../../state/theme.js';
import { type Draw, hintOf, Plane, pageColour } from './plane.js';

interface Props {
  user: string;
  map: MemoryMapResponse;
  filters: Filters;
  loading: boolean;
}

const ROW_HEIGHT = 52;
const WHOLE = Math.PI * 2;

export function MapView({ user, map, filters, loading }: Props) {
  const by = useSignal<Colouring>('category');
  const hovered = useSignal(-1);
  const { points, total, shown, without_vector: waiting, explained } = map;
  // Read again when the theme changes: the canvas does not follow custom properties.
  const coloured = useMemo(() => colouring(points, by.value, pageColour), [points, by.value, theme.value]);
  const asked = { ...filters, user_id: user };
  const memories = (id?: string) =>
    addressOf(id ? `memories/${encodeURIComponent(id)}` : 'memories', queryOfFilters(asked));
  const chosen = points[hovered.value];
  return (
    <>
      <div class="map-line">
        <p role="status">
          <a href={memories()}>
            <strong>{shown.toLocaleString()}</strong>
            {shown < total && ` of ${total.toLocaleString()}`} memories
          </a>
          {shown + waiting < total && <span class="soft">, the newest</span>}
          {waiting > 0 && <span class="soft">, {waiting.toLocaleString()} not embedded yet</span>}
          <span class="soft"> · shows {Math.round(explained * 100)}% of their variation</span>
          {loading && <span class="soft"> · loading…</span>}
        </p>
        <Tabs label="Colour by" value={by} options={COLOURINGS.map((one) => [one, titled(one)] as const)} />
        <CallButton name="Map" call={{ operation: 'memory.map', input: asked }} />
      </div>
      <div class="graph-columns">
        <div class="graph-main">
          <Plane
            label={`A map of ${shown} memories, coloured by ${by.value}; the list beside it has the same memories`}
            places={points}
            widest={2_000}
            of={user}
            on={[points, coloured, hovered.value]}
            draw={drawing(points, coloured, hovered.value)}
            onPick={(at) => points[at] && go(`memories/${encodeURIComponent(points[at].id)}`, queryOfFilters(asked))}
            onHover={(at) => (hovered.value = at)}
          >
            <p class="map-hint" aria-hidden="true">
              {chosen ? (
                <StoredText text={chosen.text} links={false} />
              ) : (
                <span class="soft">{hintOf('a point to open its memory')}</span>
              )}
            </p>
          </Plane>
          <Legend coloured={coloured} hrefOf={(more) => addressOf('memories', queryOfFilters({ ...asked, ...more }))} />
        </div>
        <section class="graph-side" aria-label="Memories on the map">
          <VirtualList
            label="Memories on the map, newest first"
            of={JSON.stringify(asked)}
            count={points.length}
            total={points.length}
            rowHeight={ROW_HEIGHT}
            reveal={-1}
            onEnd={() => {}}
            row={(at) => {
              const point = points[at];
              if (!point) return null;
              return (
                <a
                  class={`point-row${hovered.value === at ? ' hovered' : ''}`}
                  href={memories(point.id)}
                  onFocus={() => (hovered.value = at)}
                  onPointerEnter={() => (hovered.value = at)}
                >
                  <span class="swatch" style={{ background: coloured.shades[coloured.of[at] ?? 0]?.colour }} />
                  <span class="point-text">
                    <StoredText text={point.text} links={false} />
                  </span>
                  <span class="soft small">
                    {by.value === 'risk' ? point.risk.toFixed(2) : <Time at={point.created_at} />}
                  </span>
                </a>
              );
            }}
          />
        </section>
      </div>
    </>
  );
}

const Legend = ({ coloured, hrefOf }: { coloured: Coloured; hrefOf: (filters: object) => string }) => (
  <ul class="legend" aria-label="Colours">
    {coloured.shades
      .filter(({ count }) => count > 0)
      .map(({ name, colour, count, filters }) => (
        <li key={name}>
          <span class="swatch" style={{ background: colour }} /> {name}{' '}
          {filters ? (
            <a href={hrefOf(filters)}>{count.toLocaleString()}</a>
          ) : (
            <span class="soft number">{count.toLocaleString()}</span>
          )}
        </li>
      ))}
  </ul>
);

/** Oldest first, so that the newest are drawn on top. */
const drawing =
  (points: Props['map']['points'], coloured: Coloured, hovered: number): Draw =>
  (context, view, { width, height }) => {
    const radius = Math.min(5, Math.max(2, 120 / Math.sqrt(points.length + 1)));
    context.globalAlpha = points.length > 1_000 ? 0.65 : 0.85;
    for (let i = points.length - 1; i >= 0; i--) {
      const point = points[i] as (typeof points)[number];
      const { x, y } = onScreen(view, point);
      if (x < -radius || y < -radius || x > width + radius || y > height + radius) continue;
      context.fillStyle = coloured.shades[coloured.of[i] ?? 0]?.colour ?? '';
      context.beginPath();
      context.arc(x, y, radius, 0, WHOLE);
      context.fill();
    }
    context.globalAlpha = 1;
    const chosen = points[hovered];
    if (!chosen) return;
    const { x, y } = onScreen(view, chosen);
    context.strokeStyle = pageColour('--ink');
    context.lineWidth = 2;
    context.beginPath();
    context.arc(x, y, radius + 3, 0, WHOLE);
    context.stroke();
  };
