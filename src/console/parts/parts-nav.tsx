import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface Props<T extends string> {
  label: string;
  value: T;
  parts: readonly (readonly [T, ComponentChildren])[];
  hrefOf: (part: T) => string;
}

/** The parts of a screen, as links, so that each has its own URL. */
export function PartsNav<T extends string>({ label, value, parts, hrefOf }: Props<T>) {
  const nav = useRef<HTMLElement>(null);
  // A phone cannot show all of them at once.
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (nav.current && current) nav.current.scrollLeft = current.offsetLeft - nav.current.offsetLeft - 16;
  }, [value]);
  return (
    <nav ref={nav} class="parts-nav" aria-label={label}>
      {parts.map(([part, title]) => (
        <a key={part} href={hrefOf(part)} aria-current={part === value ? 'page' : undefined}>
          {title}
        </a>
      ))}
    </nav>
  );
}

export const BackLink = ({ to, all }: { to: string; all: string }) => (
  <p>
    <a href={to}>← All {all}</a>
  </p>
);
