import type { MemoryRetrieveInput } from '../../../client/index.js';
import { dateTime, dateValue } from '../../lib/time.js';
import { Check, Choice, Field } from '../../parts/controls.js';

export interface Settings {
  ranking: 'hybrid' | 'semantic' | 'composite';
  limit: number;
  min_score?: number | undefined;
  agent_id?: string | undefined;
  namespace?: string | undefined;
  as_of?: number | undefined;
  include_superseded?: boolean | undefined;
}
export const FIRST: Settings = { ranking: 'hybrid', limit: 8 };
export const SECOND: Settings = { ranking: 'semantic', limit: 8 };

export const inputOf = (q: string, user_id: string, settings: Settings): MemoryRetrieveInput => {
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined && value !== ''));
  return { q, user_id, ...given, explain: true };
};

/** The settings of one side of the comparison. */
export function SettingsForm({
  name,
  value,
  onChange,
}: {
  name: string;
  value: Settings;
  onChange: (value: Settings) => void;
}) {
  const set = (next: Partial<Settings>) => onChange({ ...value, ...next });
  return (
    <fieldset class="settings">
      <legend>{name}</legend>
      <Choice
        label="Ranking"
        value={value.ranking}
        options={['hybrid', 'semantic', 'composite']}
        onChange={(ranking) => set({ ranking: ranking as Settings['ranking'] })}
      />
      <Field
        late
        label="Results"
        type="number"
        min={1}
        max={50}
        value={String(value.limit)}
        onInput={(text) => set({ limit: Math.max(1, Math.min(50, Number(text) || 8)) })}
      />
      <Field
        late
        label="Minimum cosine"
        type="number"
        min={-1}
        max={1}
        step={0.05}
        placeholder="any"
        value={value.min_score === undefined ? '' : String(value.min_score)}
        onInput={(text) => set({ min_score: text === '' ? undefined : Number(text) })}
      />
      <Field
        late
        label="Agent"
        placeholder="all"
        value={value.agent_id ?? ''}
        onInput={(text) => set({ agent_id: text || undefined })}
      />
      <Field
        late
        label="Namespace"
        placeholder="all"
        value={value.namespace ?? ''}
        onInput={(text) => set({ namespace: text || undefined })}
      />
      <Field
        late
        label="As of"
        type="date"
        value={value.as_of === undefined ? '' : dateValue(value.as_of)}
        onInput={(text) => set({ as_of: dateTime(text) })}
      />
      <Check
        label="Include superseded"
        checked={value.include_superseded ?? false}
        onChange={(on) => set({ include_superseded: on || undefined })}
      />
    </fieldset>
  );
}
