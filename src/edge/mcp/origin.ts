/**
 * A page of another site must not speak to a service on the visitor's machine or network: a browser sends its `Origin`, and one that is
 * neither ours nor loopback nor allowed by the operator is refused. Programs that are no browsers send none.
 */
export function originAllowed(origin: string | undefined, allowed: '*' | readonly string[], baseUrl: string): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const from = new URL(origin);
  if (allowed !== '*' && allowed.includes(origin)) return true;
  if (LOOPBACK.test(from.hostname)) return true;
  // Not the `Host` header: a name that an attacker points at this machine would agree with itself.
  return from.origin === new URL(baseUrl).origin;
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
