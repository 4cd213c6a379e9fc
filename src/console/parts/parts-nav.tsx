import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** The parts of a screen: links, so that each has an address of its own. */
export function PartsNav<T extends string>({
  label,
  value,
  parts,
  hrefOf,
}: {
  label: string;
  value: T;
  parts: readonly (readonly [T, ComponentChildren])[];
  hrefOf: (part: T) => string;
}) {
  const nav = useRef<HTMLElement>(null);
  // On a phone not all of them are seen at once.
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
