import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { windowOf } from '../lib/rows.js';

interface Props {
  count: number;
  rowHeight: number;
  row: (at: number) => ComponentChildren;
  /** Called when the end is near. */
  onEnd: () => void;
  /** The row to scroll into view, if any. */
  reveal: number;
  label: string;
  /** Scrolls back to the top when it changes. */
  of: string;
  footer?: ComponentChildren;
  total?: number;
  /** How many rows were added on top so far, so that the same rows stay in view after scrolling down. */
  above?: number;
}

/** Draws only the visible rows and a few more, however long the list is. */
export function VirtualList({ count, rowHeight, row, onEnd, reveal, label, of, footer, total, above = 0 }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const place = useSignal({ scrolled: 0, height: 800 });
  const { first, last } = windowOf(count, rowHeight, place.value.scrolled, place.value.height);
  const read = () => {
    const element = box.current;
    if (!element) return;
    const now = { scrolled: element.scrollTop, height: element.clientHeight };
    const before = place.peek();
    if (now.height !== before.height || Math.abs(now.scrolled - before.scrolled) >= rowHeight) place.value = now;
    if (element.scrollHeight - now.scrolled - now.height < 2 * now.height) onEnd();
  };
  useLayoutEffect(() => {
    const observer = new ResizeObserver(read);
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (box.current) box.current.scrollTop = 0;
    place.value = { ...place.peek(), scrolled: 0 };
  }, [of]);
  const seen = useRef(above);
  useLayoutEffect(() => {
    const element = box.current;
    if (element && above > seen.current && element.scrollTop > 0)
      element.scrollTop += (above - seen.current) * rowHeight;
    seen.current = above;
  }, [above]);
  // If a page does not fill the box, load the next.
  useEffect(read, [count]);
  useEffect(() => {
    const element = box.current;
    if (!element || reveal < 0) return;
    const [top, bottom] = [reveal * rowHeight, (reveal + 1) * rowHeight];
    if (top < element.scrollTop) element.scrollTop = top;
    else if (bottom > element.scrollTop + element.clientHeight) element.scrollTop = bottom - element.clientHeight;
  }, [reveal]);
  const rows = [];
  for (let at = first; at < last; at++) {
    rows.push(
      <li
        key={at}
        class="virtual-row"
        style={{ top: `${at * rowHeight}px`, height: `${rowHeight}px` }}
        aria-setsize={total ?? -1}
        aria-posinset={at + 1}
      >
        {row(at)}
      </li>,
    );
  }
  return (
    <div class="virtual" ref={box} onScroll={read}>
      <ul class="virtual-rows" aria-label={label} style={{ height: `${count * rowHeight}px` }}>
        {rows}
      </ul>
      {footer}
    </div>
  );
}
