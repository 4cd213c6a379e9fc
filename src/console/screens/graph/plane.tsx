import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { fitted, nearest, type Place, type Size, type View, zoomed } from '../../lib/plane.js';
import { Button } from '../../parts/controls.js';
import { theme } from '../../state/theme.js';
import { useWindowEvent } from '../../state/use.js';

export type Draw = (context: CanvasRenderingContext2D, view: View, size: Size) => void;

interface Props {
  /** Describes what the canvas shows; the list beside it offers the same to the keyboard. */
  label: string;
  places: readonly Place[];
  /** The scale if all places coincide. */
  widest: number;
  draw: Draw;
  /** Redrawn when one of these changes. */
  on: readonly unknown[];
  /** Zooms back to fit when this changes. */
  of: string;
  onPick: (at: number) => void;
  onHover?: (at: number) => void;
  /** Shown below: a hint, or what is under the pointer. */
  children: ComponentChildren;
}

/** One or two pointers that drag the plane: the view when they went down, their midpoint, and their distance. */
interface Grip {
  from: View;
  at: Place;
  apart: number;
  still: boolean;
}

const REACH = 14;
/** A press that moves less than this is a click. */
const STILL = 5;

/** A canvas that can be dragged, and zoomed with the wheel, two fingers or buttons. */
export function Plane({ label, places, widest, draw, on, of, onPick, onHover, children }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useSignal<Size>({ width: 0, height: 0 });
  /** Null: the view fits everything, whatever moves. */
  const moved = useSignal<View | null>(null);
  const pointers = useRef(new Map<number, Place>());
  const grip = useRef<Grip | null>(null);
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
  const held = () => {
    const [a = { x: 0, y: 0 }, b = a] = pointers.current.values();
    return { at: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, apart: Math.hypot(a.x - b.x, a.y - b.y) };
  };
  const take = (still: boolean) => {
    grip.current = pointers.current.size > 0 ? { from: view(), ...held(), still } : null;
  };
  const release = (event: PointerEvent) => {
    const before = grip.current;
    if (!pointers.current.delete(event.pointerId)) return null;
    take(false);
    return before;
  };
  // Not passive: the page must not scroll while the wheel or two fingers zoom.
  useEffect(() => {
    const element = canvas.current;
    const turn = (event: WheelEvent) => {
      event.preventDefault();
      zoom(Math.exp(-event.deltaY / 400), placeOf(event));
    };
    const pinch = (event: TouchEvent) => {
      if (event.touches.length > 1 && event.cancelable) event.preventDefault();
    };
    element?.addEventListener('wheel', turn, { passive: false });
    element?.addEventListener('touchmove', pinch, { passive: false });
    return () => {
      element?.removeEventListener('wheel', turn);
      element?.removeEventListener('touchmove', pinch);
    };
  }, [places, widest]);
  useWindowEvent('pointermove', (event) => {
    const taken = grip.current;
    if (!taken || !pointers.current.has(event.pointerId)) return;
    pointers.current.set(event.pointerId, placeOf(event));
    const { at, apart } = held();
    const [right, down] = [at.x - taken.at.x, at.y - taken.at.y];
    if (taken.still && Math.hypot(right, down) < STILL) return;
    taken.still = false;
    const { scale, x, y } = taken.apart > 0 ? zoomed(taken.from, apart / taken.apart, taken.at, fit()) : taken.from;
    moved.value = { scale, x: x + right, y: y + down };
  });
  // The page scrolls instead.
  useWindowEvent('pointercancel', release);
  useWindowEvent('pointerup', (event) => {
    if (!release(event)?.still) return;
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
          if (event.button !== 0 || pointers.current.size > 1) return;
          pointers.current.set(event.pointerId, placeOf(event));
          take(pointers.current.size === 1);
        }}
        onPointerMove={(event) => {
          if (!grip.current) onHover?.(nearest(places, view(), placeOf(event), REACH));
        }}
        onPointerLeave={() => onHover?.(-1)}
      />
      <div class="plane-foot">
        {children}
        <div class="plane-buttons" role="group" aria-label="Zoom">
          <Button icon="plus" label="Zoom in" onClick={() => zoom(1.5)} />
          <Button icon="minus" label="Zoom out" onClick={() => zoom(1 / 1.5)} />
          <Button icon="fit" label="Fit to view" onClick={() => (moved.value = null)} />
        </div>
      </div>
    </div>
  );
}

/** What can be done with it, by touch or by mouse. */
export function hintOf(what: string): string {
  const isTouch = matchMedia('(pointer: coarse)').matches;
  return `${isTouch ? 'Tap' : 'Click'} ${what}. Drag to move, ${isTouch ? 'pinch' : 'scroll'} to zoom.`;
}

/** The current value of a custom property of the page. */
export const pageColour = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name);
