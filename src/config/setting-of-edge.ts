import { type Definition, isAddressRange } from './setting.js';

const isOrigin = (text: string) => /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text;
const itemsOf = (text: string) => text.split(',').map((item) => item.trim());

export const corsOrigin: Definition<'*' | readonly string[]> = {
  env: 'RECOLLECT_CORS_ORIGIN',
  kind: 'list',
  describe: 'Origins whose pages may call the service from a browser; `*` is every one, `off` none.',
  default: '*',
  allowed: 'off, * or a comma-separated list of origins such as https://app.example',
  read(text) {
    if (text === '*') return '*';
    if (text.toLowerCase() === 'off') return [];
    return itemsOf(text).every(isOrigin) ? itemsOf(text) : undefined;
  },
};

const MOST_PROXIES = 10;

/** False, or in fastify's words how many proxies, or which, are believed. */
export const trustProxy: Definition<false | number | string> = {
  env: 'RECOLLECT_TRUST_PROXY',
  kind: 'list',
  describe:
    'Reverse proxies whose `X-Forwarded-For` is believed; `on` is one. Clients can forge it where there is none.',
  default: false,
  defaultText: '`off`',
  allowed: `off, on, a number of proxies from 1 to ${MOST_PROXIES} or a comma-separated list of their addresses`,
  read(text) {
    if (/^(off|false|no|0)$/i.test(text)) return false;
    if (/^(on|true|yes)$/i.test(text)) return 1;
    if (/^\d{1,2}$/.test(text)) return Number(text) <= MOST_PROXIES ? Number(text) : undefined;
    return itemsOf(text).every(isAddressRange) ? text : undefined;
  },
};
