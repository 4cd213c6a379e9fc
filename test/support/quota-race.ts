/** Concurrent stores: enough that all nodes write to the same counter all the time. */
const AT_ONCE = 48;

/** Stores this many memories of one key over all nodes concurrently; returns the number of responses per status. */
export async function quotaRace(
  nodes: readonly { url: string }[],
  key: string,
  stores: number,
): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  const headers = { authorization: `Bearer ${key}` };
  let next = 0;
  const writer = async () => {
    while (next < stores) {
      const number = next++;
      const body = { user_id: `user-${number % 50}`, content: `Note ${number}`, dedupe: false };
      const url = `${nodes[number % nodes.length]?.url}/memory/store`;
      const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
      await response.arrayBuffer();
      counts[response.status] = (counts[response.status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, writer));
  return counts;
}
