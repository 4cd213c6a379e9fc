import { useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import { Button } from './controls.js';
import { Icon } from './icon.js';

/** A search box: submitting it searches, emptying it lists everything. */
export function SearchLine({
  label,
  value,
  onSearch,
  button = 'Search',
}: {
  label: string;
  value: string;
  onSearch: (value: string) => void;
  button?: string;
}) {
  const id = useId();
  const typed = useSignal(value);
  useEffect(() => {
    typed.value = value;
  }, [value]);
  return (
    <form
      class="search-line"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(typed.value.trim());
      }}
    >
      <div class="search-box">
        <label for={id} class="unseen">
          {label}
        </label>
        <Icon name="search" />
        <input
          id={id}
          type="search"
          data-search
          value={typed.value}
          placeholder={label}
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => {
            typed.value = event.currentTarget.value;
            if (typed.value === '' && value !== '') onSearch('');
          }}
        />
      </div>
      <Button type="submit">{button}</Button>
    </form>
  );
}
