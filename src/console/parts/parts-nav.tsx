import type { ComponentChildren } from 'preact';

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
  return (
    <nav class="parts-nav" aria-label={label}>
      {parts.map(([part, title]) => (
        <a key={part} href={hrefOf(part)} aria-current={part === value ? 'page' : undefined}>
          {title}
        </a>
      ))}
    </nav>
  );
}
