const INTERNAL_ERROR = -32603;
const INVALID_PARAMS = -32602;

interface Issue {
  path?: (string | number)[];
  message?: string;
}

/**
 * The library reports parameters that its own schema refuses as an internal error whose message is the list of problems. They are the
 * client's fault: the response says so, and names the first. Any other body stays as it is.
 */
export function toInvalidParams(body: string): string {
  if (!body.includes(String(INTERNAL_ERROR))) return body;
  const response = JSON.parse(body) as { error?: { code: number; message: string } };
  const issue = response.error?.code === INTERNAL_ERROR ? firstIssue(response.error.message) : null;
  if (!issue) return body;
  const message = `Invalid params: ${issue.path?.join('.') || 'params'}: ${issue.message}`;
  return JSON.stringify({ ...response, error: { code: INVALID_PARAMS, message } });
}

function firstIssue(message: string): Issue | null {
  if (!message.startsWith('[')) return null;
  try {
    const [issue] = JSON.parse(message) as Issue[];
    return issue && typeof issue.message === 'string' ? issue : null;
  } catch {
    return null;
  }
}
