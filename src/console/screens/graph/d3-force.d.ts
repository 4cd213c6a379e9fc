/** The part of d3-force that the layout uses. */
declare module 'd3-force' {
  type Force = (alpha: number) => void;
  interface Link<N> extends Force {
    id(of: (node: N) => string): this;
    distance(pixels: number): this;
    strength(share: number): this;
    links(links: { source: string; target: string }[]): this;
  }
  interface ManyBody extends Force {
    strength(strength: number): this;
    distanceMax(pixels: number): this;
  }
  interface Towards extends Force {
    strength(strength: number): this;
  }
  interface Simulation<N> {
    nodes(nodes: N[]): this;
    force(name: string, force: Force): this;
    alpha(): number;
    alpha(alpha: number): this;
    tick(times?: number): this;
    stop(): this;
  }
  export function forceSimulation<N>(nodes: N[]): Simulation<N>;
  export function forceLink<N>(links: never[]): Link<N>;
  export function forceManyBody(): ManyBody;
  export function forceCollide(radius: number): Force;
  export function forceX(at: number): Towards;
  export function forceY(at: number): Towards;
}
