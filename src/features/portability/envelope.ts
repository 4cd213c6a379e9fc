/** What an export contains besides memories and links, and the type of its lines. */
export const HELD_TYPES = { episodes: 'episode', procedures: 'procedure', emotional: 'emotional' } as const;

/** Fields under which an export, ours or another service's, keeps its entries, and the type that corresponds to the field in JSON lines. */
export const ENVELOPE: Readonly<Record<string, string | null>> = {
  memories: null,
  results: null,
  items: null,
  facts: null,
  edges: null,
  messages: null,
  entities: 'entity',
  relations: 'relation',
  links: 'link',
  ...HELD_TYPES,
};
