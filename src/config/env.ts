export type Environment = Readonly<Record<string, string | undefined>>;

/** The only place that reads `process.env`. */
export const environment = (): Environment => ({ ...process.env });
