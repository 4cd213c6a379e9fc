import type { Config } from './config.js';
import { ConfigError } from './config-error.js';
import { SETTINGS, type Setting, type SettingName } from './settings.js';

/** Settings that need each other. */
const PAIRS = [
  ['tlsCert', 'tlsKey', 'TLS needs both'],
  ['llmUrl', 'llmModel', 'a language model needs both its address and its name'],
] as const;

/** The other setting's name, in the form in which the user gave the first one. */
function nameLike(config: Config, given: SettingName, other: SettingName): string {
  const setting = SETTINGS.find(({ name }) => name === other) as Setting;
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
  for (const [one, two, need] of PAIRS) {
    const [given, other] = config[one] ? [one, two] : [two, one];
    if (!config[given] || config[other]) continue;
    throw new ConfigError(`${config.origins[given].as} is set, but ${nameLike(config, given, other)} is not: ${need}.`);
  }
  if (config.adminKey.some((key) => config.issuerKey.includes(key))) {
    const admin = config.origins.adminKey.as;
    throw new ConfigError(
      `${config.origins.issuerKey.as} must not contain a credential of ${admin}, which may do more.`,
    );
  }
}
