import { deadlineExceeded, RecollectError } from '../kernel/errors.js';

/** The error for a caller that has already disconnected. */
export const callerDisconnectedError = () =>
  new RecollectError('unavailable', 'The caller is gone: the read was given up.');

export const tooLate = (cause?: unknown) =>
  deadlineExceeded('The read took longer than one call may take and was interrupted: ask for less at once.', cause);
