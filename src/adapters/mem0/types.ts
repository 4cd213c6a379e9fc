import type { Entity } from './entities.js';

/** Options that cannot be honoured are refused by name at run time, whatever the types allow. */
interface Others {
  [option: string]: unknown;
}
export interface AddOptions extends Entity, Others {
  /** False: each message is stored as a memory, whatever it says. */
  infer?: boolean;
  metadata?: Record<string, unknown>;
  categories?: string[];
  /** When it happened: a date, Unix seconds or ISO 8601. */
  timestamp?: number | string | Date;
  /** The last day on which it can be found. */
  expirationDate?: string | Date | null;
}
export interface GetAllOptions extends Entity, Others {
  filters?: Record<string, unknown>;
  metadata?: Record<string, unknown>;
  categories?: string[];
  startDate?: string | Date;
  endDate?: string | Date;
  showExpired?: boolean;
  page?: number;
  pageSize?: number;
}
export interface SearchOptions extends Omit<GetAllOptions, 'page' | 'pageSize'> {
  topK?: number;
  limit?: number;
  threshold?: number;
  /** False: by meaning alone, without reading the best results. */
  rerank?: boolean;
}
export interface UpdateOptions extends Others {
  text?: string;
  metadata?: Record<string, unknown>;
  timestamp?: number | string | Date;
  /** Null: it no longer expires. */
  expirationDate?: string | Date | null;
}
export interface MemoryUpdateBody extends Others {
  memoryId?: string;
  memory_id?: string;
  text?: string;
}
export interface FeedbackPayload extends Others {
  memoryId?: string;
  memory_id?: string;
  feedback?: string | null;
  feedbackReason?: string | null;
}
