import type { Pages } from '../state/pages.js';
import { Button, Loading } from './controls.js';

/** The end of a cursor-paginated list: a button for the next page, or the error. */
export function ListFoot({ state, more, what }: { state: Pages<unknown>; more: () => void; what: string }) {
  if (state.loading) return <Loading />;
  if (state.failed)
    return (
      <p class="list-end">
        <Button onClick={more}>Try again</Button>
      </p>
    );
  if (state.ended) return null;
  return (
    <p class="list-end">
      <Button onClick={more}>Show more {what}</Button>
    </p>
  );
}
