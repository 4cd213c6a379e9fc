/** Replaces a secret. */
export const MASK = '[secret]';

/** Credentials that are recognised by their prefix. */
const KNOWN: readonly RegExp[] = [
  /\brec_(?:sk|admin|issuer)_\w{8,}/g,
  /\b(?:sk|rk|pk)[-_](?:ant|proj|svcacct|live|test|or|lf)[-_][\w-]{8,}/g,
  /\bsk-[A-Za-z0-9_-]{20,}/g,
  /\bgh[pousr]_[A-Za-z0-9]{20,}/g,
  /\bgithub_pat_\w{20,}/g,
  /\bgl(?:pat|ptt|dt|rt|cbt)-[\w-]{16,}/g,
  /\bxox[abeoprs]-[\w-]{10,}/g,
  /\bxapp-[\w-]{10,}/g,
  /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g,
  /\bAIza[\w-]{30,}/g,
  /\bya29\.[\w-]{20,}/g,
  /\bnpm_[A-Za-z0-9]{30,}/g,
  /\bpypi-[\w-]{30,}/g,
  /\bhf_[A-Za-z0-9]{20,}/g,
  /\b(?:gsk|r8|dop_v1|doo_v1|shpat|shpss|lin_api|sntrys|figd|m0|tvly|xai|nvapi|ntn)[-_](?=[A-Za-z_-]{0,40}\d)[A-Za-z0-9_-]{24,}/g,
  /\bSG\.[\w-]{16,}\.[\w-]{16,}/g,
  /\bSK[0-9a-f]{32}\b/g,
  /\bAGE-SECRET-KEY-1[A-Z0-9]{20,}/g,
  /\b\d{8,10}:AA[\w-]{30,}/g,
  /\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*/g,
  /\bhttps:\/\/hooks\.slack\.com\/services\/[\w/]+/g,
  /\bhttps:\/\/(?:\w+\.)?discord(?:app)?\.com\/api\/webhooks\/[\w/-]+/g,
];
const KEY_BLOCK =
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g;
const SCHEME = /\b(bearer|basic|token)(\s+)([A-Za-z0-9._~+/=-]{8,})/gi;
const IN_URL = /\b([a-z][a-z0-9+.-]{1,30}:\/\/[^\s:/@?#]{0,256}):([^\s/@]{1,256})@/gi;
/** A line that consists of an assignment only, as in .env. */
const ENV_LINE = /^([ \t]*(?:export[ \t]+|set[ \t]+)?[A-Z][A-Z0-9_]{1,63}[ \t]*=[ \t]*)(\S.*)$/gm;
/** A field or variable whose name says that its value is secret. */
const NAMED =
  /((?:\\{0,3}["'`])?\b[\w.-]{0,40}(?:password|passwd|passphrase|passwort|kennwort|contraseña|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credentials?|client[_-]?key|auth[_-]?key|_pwd)(?:[_-]\w{0,20})?(?:\\{0,3}["'`])?\s{0,3}(?::|=>|=|\s(?=["']))\s{0,3})(\\{1,3}"[^"\\\n]{1,4096}\\{1,3}"|"[^"\n]{1,4096}"|'[^'\n]{1,4096}'|[^\s"'`\\,;&)}\]]{4,4096})/gi;
/** `curl -u name:password`, `sshpass -p password`. */
const USER_FLAG = /(\s(?:-u|--user)[= ]?["']?[\w.@-]{1,64}:)([^\s"']+)/g;
const SSHPASS = /(\bsshpass\s+-p\s?)(\S+)/g;
const FLAG =
  /(--?(?:password|passwd|pass|token|secret|api-key|apikey|auth-token|access-key)[= ])("[^"\n]*"|'[^'\n]*'|[^\s"']+)/gi;
const HEADER =
  /\b((?:x-)?(?:api-key|auth-token|access-token)|set-cookie|cookie|proxy-authorization|authorization)(["']?\s{0,3}:\s{0,3}["']?)((?:bearer|basic|token)\s+)?([^\s"',][^\n"']{3,4096})/gi;
/** Values of such a name that are harmless: code rather than credentials. */
const HARMLESS =
  /^["']?(?:true|false|null|none|undefined|string|number|boolean|token|password|secret|\[secret\]?|<[^>]*>|\$\{?[\w.]+\}?|process\.env[\w.]*|os\.environ.*|\*+|\.{3}|…)["']?$/i;

/** The text without credentials. What was masked is still recognisable by its name. */
export function masked(text: string): string {
  let out = text.replace(KEY_BLOCK, MASK).replace(IN_URL, `$1:${MASK}@`);
  for (const known of KNOWN) out = out.replace(known, MASK);
  out = out.replace(HEADER, (whole, name, between, scheme, value) =>
    scheme || isCredential(value) ? `${name}${between}${scheme ?? ''}${MASK}` : whole,
  );
  out = out.replace(SCHEME, (whole, scheme, blank, value) =>
    /\d/.test(value) || value.length >= 24 ? `${scheme}${blank}${MASK}` : whole,
  );
  out = out.replace(ENV_LINE, `$1${MASK}`).replace(FLAG, `$1${MASK}`);
  out = out.replace(USER_FLAG, `$1${MASK}`).replace(SSHPASS, `$1${MASK}`);
  return out.replace(NAMED, (whole, name, value) => (isSecretValue(value) ? `${name}${MASK}` : whole));
}

/** For a header: prose after a colon has blanks and no digits. */
const isCredential = (value: string) => /^\S*\d\S*|^\S{16,}|^\S+=\S/.test(value);

/** Neither a word of prose ("the password is wrong") nor code that reads the value from elsewhere. */
function isSecretValue(value: string): boolean {
  if (HARMLESS.test(value)) return false;
  const bare = value.replace(/^\\{0,8}["']|\\{0,8}["']$/g, '');
  return !/[(]/.test(bare) && bare.length >= 4;
}
