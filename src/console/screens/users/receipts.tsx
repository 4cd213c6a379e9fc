import { client } from '../../api.js';
import { Empty } from '../../parts/controls.js';
import { PageHead } from '../../parts/page-head.js';
import { ListFoot } from '../../parts/pages.js';
import { usePages } from '../../state/pages.js';
import { addressOf } from '../../state/router.js';
import { ReceiptCard } from './receipt-card.js';

const PAGE = 20;

export function Receipts() {
  const { state, more } = usePages(async (cursor, signal) => {
    const { erasures, next_cursor } = await client.erasures.list({ limit: PAGE, cursor }, { signal });
    return { rows: erasures, next: next_cursor };
  }, []);
  const { rows, ended } = state.value;
  return (
    <div class="page">
      <PageHead title="Erasure receipts">
        <a href={addressOf('users')}>All users</a> · A receipt says what was deleted and when, but not whose data it
        was.
      </PageHead>
      {rows.map((receipt) => (
        <ReceiptCard
          key={receipt.id}
          receipt={receipt}
          title={`${Object.values(receipt.counts)
            .reduce((sum, count) => sum + count, 0)
            .toLocaleString()} rows erased`}
        />
      ))}
      {ended && rows.length === 0 && (
        <Empty icon="check" title="No erasures yet">
          <p>Open a user and choose “Export and erasure”.</p>
        </Empty>
      )}
      <ListFoot state={state.value} more={more} what="receipts" />
    </div>
  );
}
