import { useShortcutsOf } from '../../state/keys.js';
import { query } from '../../state/router.js';
import { boundUser } from '../../state/session.js';
import { Receipts } from './receipts.js';
import { User } from './user.js';
import { UserList } from './user-list.js';

/** The list of all users with data, or one user. */
export function Users() {
  useShortcutsOf({});
  const user = boundUser.value ?? query.value.get('user_id');
  if (user) return <User key={user} user={user} />;
  return query.value.get('part') === 'receipts' ? <Receipts /> : <UserList />;
}
