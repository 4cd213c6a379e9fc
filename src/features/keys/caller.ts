export type Tier = 'free' | 'pro';
export type KeyScope = 'read' | 'write';

/** The caller. Built once per request from the credential; handlers trust it. */
export type Caller =
  | { kind: 'anonymous'; address: string }
  /** `inSession`: a session of the console called on its behalf. */
  | { kind: 'admin'; address: string; inSession?: true }
  | { kind: 'issuer'; issuerId: string; address: string }
  | {
      kind: 'key';
      /** The key whose data it works on: for a child key, its parent. */
      keyId: string;
      name: string;
      tier: Tier;
      scopes: readonly KeyScope[];
      address: string;
      /** Set for a child key. */
      bound?: Binding & { keyId: string };
      /** Set if the operator has excluded it from the audit log. */
      unaudited?: true;
      /** Set if a console session called on its behalf: the hash of its token. */
      session?: string;
    };

/** The part of its parent's data that a child key may see. */
export interface Binding {
  userId: string;
  agentId: string | null;
  namespace: string | null;
}

/** Memories per month; null: no limit. */
export const ALLOWANCE: Record<Tier, number | null> = { free: 10_000, pro: null };

/** Bytes that a key may store; null: no limit. A gigabyte is about 100,000 memories of a paragraph each. */
export const STORAGE: Record<Tier, number | null> = { free: 1024 ** 3, pro: null };

export type CallingKey = Extract<Caller, { kind: 'key' }>;

/** The calling key, for operations whose scope admits no other caller. */
export function callingKey(caller: Caller): CallingKey {
  if (caller.kind !== 'key') throw new Error(`An operation about a key's own data was called by ${caller.kind}`);
  return caller;
}

/** How keys minted by this caller name it in `issued_by`. */
export function issuerOf(caller: Caller): string {
  if (caller.kind === 'issuer') return caller.issuerId;
  if (caller.kind === 'admin') return 'admin';
  throw new Error(`Keys are not minted by ${caller.kind}`);
}
