import { ProtocolError } from './response/errors.js';

export interface Match<T> {
  readonly value: T;
  readonly params: Record<string, string>;
}

interface Node<T> {
  readonly fixed: Map<string, Node<T>>;
  /** The segment that matches anything. */
  any?: Node<T>;
  /** What serves every path below this one that nothing else matches; the last name is that of the remainder. */
  rest?: { value: T; names: string[] };
  /** What serves this path, with the names of its parameters in order. */
  end?: { value: T; names: string[] };
}

const newNode = <T>(): Node<T> => ({ fixed: new Map() });

/**
 * Matches a path against patterns such as `/memory/{memory_id}`. A fixed segment wins over a parameter, and both win over `{rest*}`, which
 * matches one segment or more. A trailing slash is ignored.
 */
export class Router<T> {
  readonly #root = newNode<T>();

  add(pattern: string, value: T): void {
    const names: string[] = [];
    let node = this.#root;
    for (const segment of segmentsOf(pattern)) {
      const [, name, many] = /^\{(\w+)(\*?)\}$/.exec(segment) ?? [];
      if (name && many) {
        node.rest = { value, names: [...names, name] };
        return;
      }
      if (name) {
        names.push(name);
        node.any ??= newNode();
        node = node.any;
      } else {
        const next = node.fixed.get(segment) ?? newNode();
        node.fixed.set(segment, next);
        node = next;
      }
    }
    node.end = { value, names };
  }

  /** Throws if the path cannot be decoded. */
  find(url: string): Match<T> | undefined {
    const segments = segmentsOf(pathOf(url)).map(decoded);
    const values: string[] = [];
    const end = walk(this.#root, segments, 0, values);
    if (!end) return undefined;
    const params: Record<string, string> = {};
    for (const [i, name] of end.names.entries()) params[name] = values[i] as string;
    return { value: end.value, params };
  }
}

function walk<T>(node: Node<T>, segments: readonly string[], at: number, values: string[]): Node<T>['end'] {
  const segment = segments[at];
  if (segment === undefined) return node.end;
  const fixed = node.fixed.get(segment);
  const found = fixed && walk(fixed, segments, at + 1, values);
  if (found) return found;
  if (node.any && segment !== '') {
    values.push(segment);
    const other = walk(node.any, segments, at + 1, values);
    if (other) return other;
    values.pop();
  }
  if (node.rest) values.push(segments.slice(at).join('/'));
  return node.rest;
}

/** A proxy may send the whole URL (`GET http://host/path`). */
const ORIGIN = /^https?:\/\/[^/?#]*/i;

function pathOf(url: string): string {
  const path = url.startsWith('/') ? url : `/${url.replace(ORIGIN, '').replace(/^\//, '')}`;
  const end = path.search(/[?#]/);
  return end < 0 ? path : path.slice(0, end);
}

function segmentsOf(path: string): string[] {
  const segments = path.split('/').slice(1);
  if (segments.at(-1) === '') segments.pop();
  return segments;
}

function decoded(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new ProtocolError(400, 'The path is not valid: its percent-encoding cannot be decoded as UTF-8.');
  }
}
