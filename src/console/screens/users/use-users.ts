import { client } from '../../api.js';
import { usePages } from '../../state/pages.js';

/** The users whose names start with `prefix`, in pages. */
export const useUsers = (prefix: string, limit: number) =>
  usePages(
    async (cursor, signal) => {
      const input = { ...(prefix ? { prefix } : {}), limit, cursor };
      const { users, next_cursor } = await client.users.list(input, { signal });
      return { rows: users, next: next_cursor };
    },
    [prefix],
  );
