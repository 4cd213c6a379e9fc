import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import { Button } from './controls.js';
import { Icon } from './icon.js';

/** What is typed into a search box: at first, and again when that changes, what is searched for. */
export function useTyped(value: string): Signal<string> {
  const typed = useSignal(value);
  useEffect(() => {
    typed.value = value;
  }, [value]);
  return typed;
}

interface SearchInputProps {
  label: string;
  placeholder?: string;
  typed: Signal<string>;
  spellcheck?: boolean;
  onEmpty: () => void;
}

export function SearchInput({ label, placeholder = label, typed, spellcheck, onEmpty }: SearchInputProps) {
  const id = useId();
  return (
    <>
      <label for={id} class="unseen">
        {label}
      </label>
      <Icon name="search" />
      <input
        id={id}
        type="search"
        data-search
        value={typed.value}
        placeholder={placeholder}
        autocomplete="off"
        enterkeyhint="search"
        spellcheck={spellcheck}
        onInput={(event) => {
          typed.value = event.currentTarget.value;
          if (typed.value === '') onEmpty();
        }}
      />
    </>
  );
}

interface SearchLineProps {
  label: string;
  value: string;
  onSearch: (value: string) => void;
  button?: string;
}

/** A search box: submitting it searches, emptying it lists everything. */
export function SearchLine({ label, value, onSearch, button = 'Search' }: SearchLineProps) {
  const typed = useTyped(value);
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
        <SearchInput label={label} typed={typed} spellcheck={false} onEmpty={() => value !== '' && onSearch('')} />
      </div>
      <Button type="submit">{button}</Button>
    </form>
  );
}
