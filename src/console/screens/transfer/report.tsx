import { countText } from '../../lib/amounts.js';
import { Table } from '../../parts/table.js';
import { Message } from '../../parts/text.js';
import { addressOf } from '../../state/router.js';
import type { Counts, Report } from './run.js';

const KINDS: readonly (readonly [keyof Counts, string])[] = [
  ['memories', 'Memories'],
  ['links', 'Links'],
  ['episodes', 'Episodes'],
  ['procedures', 'Procedures'],
  ['emotional', 'Emotional records'],
];

/** The outcome of an import: imported, skipped, and refused with line and reason. */
export function ImportReport({ report, isTrial, isWhole }: { report: Report; isTrial: boolean; isWhole: boolean }) {
  const { counts, errors, errorCount, areLines } = report;
  const shown = KINDS.filter(([kind]) => kind === 'memories' || Object.values(counts[kind]).some((count) => count > 0));
  const title = isTrial ? 'What an import would do' : isWhole ? 'Imported' : 'Imported so far';
  return (
    <div class="report" role="status">
      <h3>{title}</h3>
      <Table
        label={title}
        columns={[
          'Kind',
          { number: isTrial ? 'New' : 'Imported' },
          { number: 'Already stored' },
          { number: 'Refused' },
        ]}
      >
        {shown.map(([kind, name]) => (
          <tr key={kind}>
            <th scope="row">{name}</th>
            <td class="number">
              {kind === 'memories' && !isTrial && counts[kind].imported > 0 ? (
                <a href={addressOf('memories')}>{counts[kind].imported.toLocaleString()}</a>
              ) : (
                counts[kind].imported.toLocaleString()
              )}
            </td>
            <td class="number">{counts[kind].duplicates.toLocaleString()}</td>
            <td class={`number${counts[kind].errors > 0 ? ' bad' : ''}`}>{counts[kind].errors.toLocaleString()}</td>
          </tr>
        ))}
      </Table>
      {isTrial && (
        <p class="soft small">
          Nothing was written. Links and other records were only validated; an entry that repeats a much earlier one in
          the file counts as new.
        </p>
      )}
      {errorCount > 0 && (
        <details open>
          <summary>{countText(errorCount, 'entry was rejected', 'entries were rejected')}</summary>
          <ul class="refused">
            {errors.map(({ line, message }, at) => (
              <li key={at}>
                <strong>
                  {areLines ? 'Line' : 'Entry'} {line.toLocaleString()}
                </strong>{' '}
                <Message text={message} />
              </li>
            ))}
          </ul>
          {errorCount > errors.length && (
            <p class="soft small">And {(errorCount - errors.length).toLocaleString()} more.</p>
          )}
        </details>
      )}
    </div>
  );
}
