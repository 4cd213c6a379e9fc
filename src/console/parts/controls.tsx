import type { Signal } from '@preact/signals';
import type { ComponentChildren, TargetedEvent, TargetedMouseEvent } from 'preact';
import { useId } from 'preact/hooks';
import { Icon, type IconName } from './icon.js';

/** What a control shows. If it is a signal, the control also changes it. */
type Held<T> = T | Signal<T>;
const isSignal = <T,>(held: Held<T>): held is Signal<T> => typeof held === 'object';
const shownOf = <T,>(held: Held<T>): T => (isSignal(held) ? held.value : held);
const changing =
  <T,>(held: Held<T>, onChange?: (value: T) => void) =>
  (value: T) => {
    if (isSignal(held)) held.value = value;
    onChange?.(value);
  };

interface ButtonProps {
  children?: ComponentChildren;
  icon?: IconName;
  kind?: 'main' | 'plain' | 'danger' | 'quiet';
  /** For an icon-only button. */
  label?: string;
  disabled?: boolean;
  busy?: boolean;
  type?: 'button' | 'submit';
  pressed?: boolean;
  expanded?: boolean;
  title?: string;
  onClick?: (event: TargetedMouseEvent<HTMLButtonElement>) => void;
}

export const Button = ({
  children,
  icon,
  kind = 'plain',
  label,
  busy,
  disabled,
  type = 'button',
  ...more
}: ButtonProps) => (
  <button
    type={type}
    class={`button ${kind}${children === undefined ? ' bare' : ''}`}
    aria-label={label}
    title={more.title ?? label}
    disabled={disabled || busy}
    aria-busy={busy}
    aria-pressed={more.pressed}
    aria-expanded={more.expanded}
    onClick={more.onClick}
  >
    {icon && <Icon name={icon} />}
    {children !== undefined && <span>{children}</span>}
  </button>
);

interface FieldProps {
  label: string;
  value: Held<string>;
  onInput?: (value: string) => void;
  placeholder?: string;
  type?: string;
  list?: readonly string[];
  hint?: string;
  required?: boolean;
  min?: number | string;
  max?: number | string;
  step?: number;
  hideLabel?: boolean;
  autocomplete?: string;
  /** Reports the value only when the input is complete; for fields whose change triggers a request. */
  late?: boolean;
}

export function Field({ label, value, onInput, hint, list, hideLabel, late, ...more }: FieldProps) {
  const id = useId();
  const change = changing(value, onInput);
  const given = (event: TargetedEvent<HTMLInputElement>) => change(event.currentTarget.value);
  return (
    <div class="field">
      <label for={id} class={hideLabel ? 'unseen' : undefined}>
        {label}
      </label>
      <input
        id={id}
        value={shownOf(value)}
        autocomplete="off"
        spellcheck={false}
        list={list ? `${id}-list` : undefined}
        aria-describedby={hint ? `${id}-hint` : undefined}
        {...(late ? { onChange: given } : { onInput: given })}
        {...(more as object)}
      />
      {list && (
        <datalist id={`${id}-list`}>
          {list.map((item) => (
            <option key={item} value={item} />
          ))}
        </datalist>
      )}
      {hint && (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
    </div>
  );
}

interface ChoiceProps<T extends string> {
  label: string;
  value: Held<T>;
  options: readonly (NoInfer<T> | readonly [value: NoInfer<T>, text: string])[];
  onChange?: (value: T) => void;
  hideLabel?: boolean;
}

export function Choice<T extends string>({ label, value, options, onChange, hideLabel }: ChoiceProps<T>) {
  const change = changing(value, onChange);
  const id = useId();
  return (
    <div class="field">
      <label for={id} class={hideLabel ? 'unseen' : undefined}>
        {label}
      </label>
      <select id={id} value={shownOf(value)} onChange={(event) => change(event.currentTarget.value as T)}>
        {options.map((option) => {
          const [given, text] = typeof option === 'string' ? [option, option] : option;
          return (
            <option key={given} value={given} selected={given === shownOf(value)}>
              {text}
            </option>
          );
        })}
      </select>
    </div>
  );
}

export const OrderChoice = ({ oldest, onChange }: { oldest: boolean; onChange: (oldest: boolean) => void }) => (
  <Choice
    hideLabel
    label="Order"
    value={oldest ? 'oldest' : 'newest'}
    options={[
      ['newest', 'Newest first'],
      ['oldest', 'Oldest first'],
    ]}
    onChange={(order) => onChange(order === 'oldest')}
  />
);

interface CheckProps {
  label: string;
  checked: Held<boolean>;
  onChange?: (on: boolean) => void;
}

export function Check({ label, checked, onChange }: CheckProps) {
  const change = changing(checked, onChange);
  return (
    <label class="check">
      <input type="checkbox" checked={shownOf(checked)} onChange={(event) => change(event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}

interface TabsProps<T extends string> {
  label: string;
  value: Held<T>;
  options: readonly (NoInfer<T> | readonly [NoInfer<T>, ComponentChildren])[];
  onChange?: (value: T) => void;
}

/** One of a few choices, side by side. */
export function Tabs<T extends string>({ label, value, options, onChange }: TabsProps<T>) {
  const change = changing(value, onChange);
  return (
    <div class="tabs" role="group" aria-label={label}>
      {options.map((option) => {
        const [given, text] = typeof option === 'string' ? [option, option] : option;
        return (
          <button key={given} type="button" aria-pressed={given === shownOf(value)} onClick={() => change(given)}>
            {text}
          </button>
        );
      })}
    </div>
  );
}

export const Chip = ({ children, kind = 'plain' }: { children: ComponentChildren; kind?: string }) => (
  <span class={`chip ${kind}`}>{children}</span>
);

export const Tags = ({ tags }: { tags: readonly string[] }) =>
  tags.map((tag) => (
    <Chip key={tag} kind="tag">
      <bdi>{tag}</bdi>
    </Chip>
  ));

/** What to do next if there is nothing to show. */
export const Empty = ({ title, children, icon }: { title: string; children?: ComponentChildren; icon?: IconName }) => (
  <div class="empty">
    {icon && <Icon name={icon} />}
    <h2>{title}</h2>
    {children}
  </div>
);

export const Loading = ({ what = 'Loading' }: { what?: string }) => (
  <p class="loading" role="status">
    <span class="spinner" aria-hidden="true" />
    {what}…
  </p>
);
