import type { ComponentChildren } from 'preact';
import { Code } from './call.js';
import { Time } from './time.js';

/** A line of a `<dl class="facts">`. */
export const Fact = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** A line with a time; without one it shows `none`, or is left out. */
export const TimeFact = ({ name, at, none }: { name: string; at: number | null; none?: string }) =>
  at === null && none === undefined ? null : (
    <Fact name={name}>{at === null ? <span class="soft">{none}</span> : <Time at={at} full />}</Fact>
  );

/** JSON that a caller stored, collapsed; nothing if there is none. */
export const Metadata = ({ value, title = 'Metadata' }: { value: Record<string, unknown>; title?: string }) =>
  Object.keys(value).length === 0 ? null : (
    <details>
      <summary>{title}</summary>
      <Code text={JSON.stringify(value, null, 2)} label={title} />
    </details>
  );

interface Props {
  name: string;
  value: ComponentChildren;
  href?: string | undefined;
  note?: ComponentChildren;
  children?: ComponentChildren;
}

/** A number that links to its rows. */
export const Figure = ({ name, value, href, note, children }: Props) => (
  <div class="figure">
    <span class="soft small">{name}</span>
    <strong>{href ? <a href={href}>{value}</a> : value}</strong>
    {note && <span class="soft small">{note}</span>}
    {children}
  </div>
);
