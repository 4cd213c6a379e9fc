import type { Config } from './config.js';
import { ConfigError } from './config-error.js';
import { SETTINGS, type SettingName } from './settings.js';

/** The other setting's name, in the form in which the user gave the first one. */
function nameLike(config: Config, given: SettingName, other: SettingName): string {
  const setting = SETTINGS.find(({ name }) => name === other);
  if (!setting) return other;
  const { from } = config.origins[given];
  return from === 'flag' ? setting.flag : from === 'file' ? `"${other}"` : setting.env;
}

/** Checks that involve more than one setting. */
export function checkTogether(config: Config): void {
  if (config.embedder === 'openai' && !config.embeddingsUrl) {
    const needed = nameLike(config, 'embedder', 'embeddingsUrl');
    throw new ConfigError(
      `${config.origins.embedder.as} is "openai", but ${needed} is not set: it must be the base address of the ` +
        'endpoint, such as http://127.0.0.1:11434/v1.',
    );
  }
  const [file, missing] = config.tlsCert ? (['tlsCert', 'tlsKey'] as const) : (['tlsKey', 'tlsCert'] as const);
  if (config[file] && !config[missing]) {
    const { as } = config.origins[file];
    throw new ConfigError(`${as} is set, but ${nameLike(config, file, missing)} is not: TLS needs both.`);
  }
  const [given, other] = config.llmUrl ? (['llmUrl', 'llmModel'] as const) : (['llmModel', 'llmUrl'] as const);
  if (config[given] && !config[other]) {
    throw new ConfigError(
      `${config.origins[given].as} is set, but ${nameLike(config, given, other)} is not: a language model needs both its ` +
        'address and its name.',
    );
  }
  if (config.adminKey.some((key) => config.issuerKey.includes(key))) {
    const admin = config.origins.adminKey.as;
    throw new ConfigError(
      `${config.origins.issuerKey.as} must not contain a credential of ${admin}, which may do more.`,
    );
  }
}
