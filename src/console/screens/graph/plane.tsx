import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { fitted, nearest, type Place, type Size, type View, zoomed } from '../../lib/plane.js';
import { Button } from '../../parts/controls.js';
import { theme } from '../../state/theme.js';
import { useWindowEvent } from '../../state/use.js';

export type Draw = (context: CanvasRenderingContext2D, view: View, size: Size) => void;

interface Props {
  /** What is seen, in words: the list beside it has the same for the keyboard. */
  label: string;
  places: readonly Place[];
  /** The scale for places that are all at one. */
  widest: number;
  draw: Draw;
  /** Drawn again when one of these changes. */
  on: readonly unknown[];
  /** Seen whole again when this changes. */
  of: string;
  onPick: (at: number) => void;
  onHover?: (at: number) => void;
}

const REACH = 14;
/** A press that moves less is a click. */
const STILL = 5;

/** A canvas that can be dragged and zoomed. */
export function Plane({ label, places, widest, draw, on, of, onPick, onHover }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useSignal<Size>({ width: 0, height: 0 });
  /** Null: everything is seen, whatever moves. */
  const moved = useSignal<View | null>(null);
  const pressed = useRef<{ at: Place; from: View; still: boolean } | null>(null);
  const frame = useRef(0);
  const fit = () => fitted(places, size.peek(), widest);
  const view = () => moved.peek() ?? fit();

  const paint = () => {
    const context = canvas.current?.getContext('2d');
    const { width, height } = size.peek();
    if (!context || width === 0) return;
    const ratio = devicePixelRatio || 1;
    context.canvas.width = Math.round(width * ratio);
    context.canvas.height = Math.round(height * ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    draw(context, view(), { width, height });
  };
  const latest = useRef(paint);
  latest.current = paint;
  const repaint = () => {
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(() => latest.current());
  };
  useLayoutEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      size.value = { width: element.clientWidth, height: element.clientHeight };
      repaint();
    });
    observer.observe(element);
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', repaint);
    return () => {
      observer.disconnect();
      dark.removeEventListener('change', repaint);
      cancelAnimationFrame(frame.current);
    };
  }, []);
  useEffect(() => {
    moved.value = null;
  }, [of]);
  useEffect(repaint, [of, theme.value, moved.value, ...on]);

  const placeOf = (event: MouseEvent): Place => {
    const box = canvas.current?.getBoundingClientRect();
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
  };
  const zoom = (by: number, at: Place = { x: size.peek().width / 2, y: size.peek().height / 2 }) => {
    moved.value = zoomed(view(), by, at, fit());
  };
  // Not passive: the page must not scroll while the wheel zooms.
  useEffect(() => {
    const element = canvas.current;
    const turn = (event: WheelEvent) => {
      event.preventDefault();
      zoom(Math.exp(-event.deltaY / 400), placeOf(event));
    };
    element?.addEventListener('wheel', turn, { passive: false });
    return () => element?.removeEventListener('wheel', turn);
  }, [places, widest]);
  useWindowEvent('pointermove', (event) => {
    const press = pressed.current;
    if (!press) return;
    const at = placeOf(event);
    const [right, down] = [at.x - press.at.x, at.y - press.at.y];
    if (press.still && Math.hypot(right, down) < STILL) return;
    press.still = false;
    moved.value = { ...press.from, x: press.from.x + right, y: press.from.y + down };
  });
  // The page scrolls instead.
  useWindowEvent('pointercancel', () => {
    pressed.current = null;
  });
  useWindowEvent('pointerup', (event) => {
    const press = pressed.current;
    pressed.current = null;
    if (!press?.still) return;
    const found = nearest(places, view(), placeOf(event), REACH);
    if (found >= 0) onPick(found);
  });
  return (
    <div class="plane">
      <canvas
        ref={canvas}
        role="img"
        aria-label={label}
        onPointerDown={(event) => {
          if (event.button === 0) pressed.current = { at: placeOf(event), from: view(), still: true };
        }}
        onPointerMove={(event) => {
          if (!pressed.current) onHover?.(nearest(places, view(), placeOf(event), REACH));
        }}
        onPointerLeave={() => onHover?.(-1)}
      />
      <div class="plane-buttons" role="group" aria-label="Zoom">
        <Button icon="plus" label="Nearer" onClick={() => zoom(1.5)} />
        <Button icon="minus" label="Further" onClick={() => zoom(1 / 1.5)} />
        <Button
          icon="fit"
          label="See all of it"
          onClick={() => {
            moved.value = null;
          }}
        />
      </div>
    </div>
  );
}

/** A custom property of the page, as it is now. */
export const pageColour = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name);
