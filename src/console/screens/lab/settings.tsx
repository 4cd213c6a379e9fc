import type { MemoryRetrieveInput } from '../../../client/index.js';
import { Choice, Field } from '../../parts/controls.js';
import { CheckFilter, DateFilter, NumberFilter, TextFilter } from '../../parts/filter-fields.js';

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

interface Props {
  name: string;
  value: Settings;
  onChange: (value: Settings) => void;
}

/** The settings of one side of the comparison. */
export function SettingsForm({ name, value, onChange }: Props) {
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
      <NumberFilter
        label="Minimum cosine"
        min={-1}
        max={1}
        step={0.05}
        value={value.min_score}
        change={(min_score) => set({ min_score })}
      />
      <TextFilter label="Agent" any="all" value={value.agent_id} change={(agent_id) => set({ agent_id })} />
      <TextFilter label="Namespace" any="all" value={value.namespace} change={(namespace) => set({ namespace })} />
      <DateFilter label="As of" value={value.as_of} change={(as_of) => set({ as_of })} />
      <CheckFilter
        label="Include superseded"
        value={value.include_superseded}
        change={(include_superseded) => set({ include_superseded })}
      />
    </fieldset>
  );
}
