import { type Definition, isAddressRange } from './setting.js';

const isOrigin = (text: string) => /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text;
const itemsOf = (text: string) => text.split(',').map((item) => item.trim());

export const corsOrigin: Definition<'*' | readonly string[]> = {
  env: 'RECOLLECT_CORS_ORIGIN',
  kind: 'list',
  describe:
    'Origins whose pages may call the service from a browser; `*` allows all, `off` none. If not set, a service on loopback accepts calls only from pages of this machine.',
  default: '*',
  allowed: 'off, * or a comma-separated list of origins such as https://app.example',
  read(text) {
    if (text === '*') return '*';
    if (text.toLowerCase() === 'off') return [];
    return itemsOf(text).every(isOrigin) ? itemsOf(text) : undefined;
  },
};

const isHostName = (text: string) => /^([a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])$/i.test(text);

export const allowedHosts: Definition<readonly string[]> = {
  env: 'RECOLLECT_ALLOWED_HOSTS',
  kind: 'list',
  describe:
    'Names allowed in the `Host` header, in addition to loopback and `BASE_URL`. Checked if the service listens on loopback, and always if set.',
  default: [],
  allowed: 'off or a comma-separated list of host names without a port',
  read(text) {
    if (text.toLowerCase() === 'off') return [];
    const hosts = itemsOf(text).map((host) => host.toLowerCase());
    return hosts.every(isHostName) ? hosts : undefined;
  },
};

const MAX_PROXIES = 10;

/** False, or how many proxies, or which ones, are trusted. */
export const trustProxy: Definition<false | number | string> = {
  env: 'RECOLLECT_TRUST_PROXY',
  kind: 'list',
  describe:
    'Reverse proxies whose `X-Forwarded-For` is trusted; `on` means one. Without a proxy, clients can forge it.',
  default: false,
  defaultText: '`off`',
  allowed: `off, on, a number of proxies from 1 to ${MAX_PROXIES} or a comma-separated list of their addresses`,
  read(text) {
    if (/^(off|false|no|0)$/i.test(text)) return false;
    if (/^(on|true|yes)$/i.test(text)) return 1;
    if (/^\d{1,2}$/.test(text)) return Number(text) <= MAX_PROXIES ? Number(text) : undefined;
    return itemsOf(text).every(isAddressRange) ? text : undefined;
  },
};
