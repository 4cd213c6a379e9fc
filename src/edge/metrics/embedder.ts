import { Gauge, type Registry } from 'prom-client';
import type { Embedder, EmbedderState } from '../../embedding/embedder.js';

const STATUSES: readonly EmbedderState['status'][] = ['ready', 'starting', 'down', 'off'];

export function embedderGauges(registry: Registry, embedder: Pick<Embedder, 'state'>): void {
  const registers = [registry];
  new Gauge({
    ...{
      name: 'recollect_embedder_status',
      help: '1 for the current status of the embedder, 0 for the others.',
      registers,
    },
    labelNames: ['model', 'status'],
    collect() {
      const state = embedder.state();
      this.reset();
      for (const status of STATUSES) this.set({ model: state.model, status }, state.status === status ? 1 : 0);
    },
  });
  new Gauge({
    ...{
      name: 'recollect_embedder_pending_texts',
      help: 'Texts that wait to be embedded or are being embedded.',
      registers,
    },
    collect() {
      this.set(embedder.state().pending);
    },
  });
}
