import { dateTime, dateValue } from '../lib/time.js';
import { Check, Choice, Field } from './controls.js';

/** A control of one filter. Undefined: everything passes. */
interface Props<T, Given = T> {
  label: string;
  value: Given | undefined;
  change: (value: T | undefined) => void;
}

export const TextFilter = ({ label, value, change, any = 'any' }: Props<string> & { any?: string }) => (
  <Field late label={label} placeholder={any} value={value ?? ''} onInput={(text) => change(text || undefined)} />
);

export const NumberFilter = ({
  value,
  change,
  ...more
}: Props<number> & { min: number; max: number; step?: number }) => (
  <Field
    late
    type="number"
    placeholder="any"
    value={value === undefined ? '' : String(value)}
    onInput={(text) => change(text === '' ? undefined : Number(text))}
    {...more}
  />
);

/** The API also takes text, which the console does not write. */
export const DateFilter = ({ label, value, change }: Props<number, number | string>) => (
  <Field
    late
    label={label}
    type="date"
    value={typeof value === 'number' ? dateValue(value) : ''}
    onInput={(text) => change(dateTime(text))}
  />
);

export const CheckFilter = ({ label, value, change }: Props<boolean>) => (
  <Check label={label} checked={value ?? false} onChange={(on) => change(on || undefined)} />
);

export function ChoiceFilter<T extends string>({
  label,
  value,
  change,
  options,
}: Props<T> & { options: readonly T[] }) {
  return (
    <Choice
      label={label}
      value={value ?? ''}
      options={[['', 'any'], ...options]}
      onChange={(chosen) => change(options.find((option) => option === chosen))}
    />
  );
}
