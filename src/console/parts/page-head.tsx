import type { ComponentChildren } from 'preact';

/** The title of a screen, and what it is for. */
export const PageHead = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <header class="page-head">
    <h1>{title}</h1>
    <p class="soft">{children}</p>
  </header>
);
