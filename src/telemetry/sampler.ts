import { isSampled, type Span } from '../kernel/trace.js';

/** Whether to record a trace that begins here, or arrives with `parent`. */
export type Sampler = (traceId: string, parent: Span | null) => boolean;

export const SAMPLERS = [
  ...(['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'] as const),
  ...(['always_on', 'always_off', 'traceidratio'] as const),
] as const;
export type SamplerName = (typeof SAMPLERS)[number];

/** 52 of the 56 random bits that the specification compares: as many as a number holds exactly. All nodes decide the same way. */
const shareOf = (traceId: string) => Number.parseInt(traceId.slice(18, 31), 16) / 2 ** 52;

export function samplerOf(name: SamplerName, ratio: number): Sampler {
  const own: Sampler = name.endsWith('always_on')
    ? () => true
    : name.endsWith('always_off')
      ? () => false
      : (traceId) => shareOf(traceId) >= 1 - ratio;
  return name.startsWith('parentbased_') ? (traceId, parent) => (parent ? isSampled(parent) : own(traceId, null)) : own;
}
