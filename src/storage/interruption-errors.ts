import { deadlineExceeded, RecollectError } from '../kernel/errors.js';

/** The error for a caller that has already disconnected. */
export const callerDisconnectedError = () =>
  new RecollectError('unavailable', 'The caller disconnected: the read was interrupted.');

export const tooLate = (cause?: unknown) =>
  deadlineExceeded('The read exceeded its deadline and was interrupted: request less at once.', cause);
