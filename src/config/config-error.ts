/** An invalid setting: one sentence that names it as the user wrote it and says what is allowed. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
