import type { ComponentChildren, TargetedEvent, TargetedMouseEvent } from 'preact';
import { useId } from 'preact/hooks';
import { Icon, type IconName } from './icon.js';

interface ButtonProps {
  children?: ComponentChildren;
  icon?: IconName;
  kind?: 'main' | 'plain' | 'danger' | 'quiet';
  /** For a button that shows an icon alone. */
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
  value: string;
  onInput: (value: string) => void;
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
  /** Waits until the reader is done: for what asks the service again. */
  late?: boolean;
}

export function Field({ label, value, onInput, hint, list, hideLabel, late, ...more }: FieldProps) {
  const id = useId();
  const given = (event: TargetedEvent<HTMLInputElement>) => onInput(event.currentTarget.value);
  return (
    <div class="field">
      <label for={id} class={hideLabel ? 'unseen' : undefined}>
        {label}
      </label>
      <input
        id={id}
        value={value}
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

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly (string | readonly [value: string, text: string])[];
  onChange: (value: string) => void;
  hideLabel?: boolean;
}

export function Choice({ label, value, options, onChange, hideLabel }: ChoiceProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id} class={hideLabel ? 'unseen' : undefined}>
        {label}
      </label>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map((option) => {
          const [given, text] = typeof option === 'string' ? [option, option] : option;
          return (
            <option key={given} value={given} selected={given === value}>
              {text}
            </option>
          );
        })}
      </select>
    </div>
  );
}

export function Check({
  label,
  checked,
  onChange,
}: {
  label: string;
  checked: boolean;
  onChange: (on: boolean) => void;
}) {
  return (
    <label class="check">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}

/** One of a few, side by side. */
export function Tabs<T extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: T;
  options: readonly (T | readonly [T, ComponentChildren])[];
  onChange: (value: T) => void;
}) {
  return (
    <div class="tabs" role="group" aria-label={label}>
      {options.map((option) => {
        const [given, text] = typeof option === 'string' ? [option, option] : option;
        return (
          <button key={given} type="button" aria-pressed={given === value} onClick={() => onChange(given)}>
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

/** What to do next where there is nothing to see. */
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
