import { deadlineExceeded, RecollectError } from '../kernel/errors.js';

/** What a caller who is no longer there would hear. */
export const givenUp = () => new RecollectError('unavailable', 'The caller is gone: the read was given up.');

export const tooLate = (cause?: unknown) =>
  deadlineExceeded('The read took longer than one call may take and was interrupted: ask for less at once.', cause);
