import type { ComponentChildren } from 'preact';
import { Icon } from './icon.js';

interface Props {
  name: string;
  children: ComponentChildren;
  remove: () => void;
}

/** An active filter; a click removes it. */
export const SetFilter = ({ name, children, remove }: Props) => (
  <button type="button" class="set-filter" onClick={remove}>
    <span class="unseen">Remove the filter </span>
    <span class="soft">{name}</span> <bdi>{children}</bdi>
    <Icon name="close" />
  </button>
);
