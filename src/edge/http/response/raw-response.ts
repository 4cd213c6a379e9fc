import { STATUS_CODES } from 'node:http';
import { ProtocolError, renderError } from './errors.js';

export const MAX_HEADER_BYTES = 32 * 1024;

/** What node found wrong with the bytes of a request, worded for the client. */
export function protocolError(code: string | undefined): ProtocolError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ProtocolError(431, `The request line and headers are larger than ${MAX_HEADER_BYTES} bytes.`);
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ProtocolError(408, 'The request arrived too slowly.');
    case 'HPE_INVALID_EOF_STATE':
      return new ProtocolError(400, 'The request ended before it was complete.');
    default:
      return new ProtocolError(400, 'This is not a valid HTTP request.');
  }
}

/** A complete response for a connection without a request to respond to. */
export function rawResponse(error: ProtocolError, requestId: string): string {
  const { status, body } = renderError(error, requestId);
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    'Connection: close',
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}
