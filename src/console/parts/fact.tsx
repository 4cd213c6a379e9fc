import type { ComponentChildren } from 'preact';
import { Code } from './call.js';

/** A line of a `<dl class="facts">`. */
export const Fact = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** JSON that a caller stored, collapsed; nothing if there is none. */
export const Metadata = ({ value, title = 'Metadata' }: { value: Record<string, unknown>; title?: string }) =>
  Object.keys(value).length === 0 ? null : (
    <details>
      <summary>{title}</summary>
      <Code text={JSON.stringify(value, null, 2)} label={title} />
    </details>
  );

/** A number that links to its rows. */
export const Figure = ({
  name,
  value,
  href,
  note,
  children,
}: {
  name: string;
  value: ComponentChildren;
  href?: string | undefined;
  note?: ComponentChildren;
  children?: ComponentChildren;
}) => (
  <div class="figure">
    <span class="soft small">{name}</span>
    <strong>{href ? <a href={href}>{value}</a> : value}</strong>
    {note && <span class="soft small">{note}</span>}
    {children}
  </div>
);
