import type { ProceduresGetResponse } from '../../../client/index.js';
import { Chip } from '../../parts/controls.js';
import { WordDiff } from '../../parts/diff.js';
import { Metadata } from '../../parts/fact.js';
import { Time } from '../../parts/time.js';

type Parts = Pick<ProceduresGetResponse, 'description' | 'trigger' | 'steps'>;

/** A version as one text, so that versions can be compared word by word. */
const textOf = ({ description, trigger, steps }: Parts) =>
  [description, ...steps.map((step, at) => `${at + 1}. ${step}`), trigger && `Used for: ${trigger}`]
    .filter(Boolean)
    .join('\n');

/** Earlier versions, newest first, each with what the next version changed. */
export function ProcedureVersions({ procedure }: { procedure: ProceduresGetResponse }) {
  const { versions } = procedure;
  if (versions.length === 0) return <p class="soft">Never changed.</p>;
  return (
    <section class="card steps">
      <h2>
        Earlier versions <span class="count">{versions.length}</span>
      </h2>
      <ol class="versions">
        {versions.map((version, at) => (
          <li key={version.version}>
            <p class="version-head">
              <strong>Version {version.version}</strong>
              <span class="soft small">
                until <Time at={version.replaced_at} full />
              </span>
              <Chip>
                {version.successes} worked, {version.failures} failed
              </Chip>
            </p>
            <WordDiff before={textOf(version)} after={textOf(versions[at - 1] ?? procedure)} />
            <Metadata value={version.metadata} />
          </li>
        ))}
      </ol>
      {procedure.version - 1 > versions.length && <p class="soft small">Showing the {versions.length} latest.</p>}
    </section>
  );
}
