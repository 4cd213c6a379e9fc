/** Not `crypto.randomUUID`: browsers offer that only to pages of https or of this machine. */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
