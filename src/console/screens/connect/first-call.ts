import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { client } from '../../api.js';

/** Calls that the console never makes on this screen: if one is counted, another client made it. */
const FROM_OUTSIDE = /memory\.(store|batch|ingest|retrieve|context)|memory\/(store|batch|ingest|retrieve|context)|mcp/;
/** The service writes usage about once a second. */
const EVERY_MS = 2_500;

async function outside(signal: AbortSignal): Promise<number> {
  const { by_route } = await client.usage.read({ days: 2 }, { signal });
  return by_route.filter(({ route }) => FROM_OUTSIDE.test(route)).reduce((sum, { requests }) => sum + requests, 0);
}

/** True once a call arrives that the page did not make, detected through the event stream or the usage counts. */
export function useFirstCall(user: string | null): boolean {
  const arrived = useSignal(false);
  useEffect(() => {
    arrived.value = false;
    if (user === null) return;
    const controller = new AbortController();
    const { signal } = controller;
    const found = () => {
      if (!signal.aborted) arrived.value = true;
      controller.abort();
    };
    const listen = async () => {
      for await (const _ of client.events({ user_id: user, events: ['memory.stored'] }, { signal })) return found();
    };
    let before: number | undefined;
    const poll = async () => {
      const now = await outside(signal);
      if (before !== undefined && now > before) found();
      before ??= now;
    };
    listen().catch(() => {});
    poll().catch(() => {});
    const timer = setInterval(() => void poll().catch(() => {}), EVERY_MS);
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, [user]);
  return arrived.value;
}
