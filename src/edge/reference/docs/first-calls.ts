/** What a newcomer pastes, in this order. */
export const signUpLine = (baseUrl: string) => `curl -X POST ${baseUrl}/signup \\
  -H 'Content-Type: application/json' \\
  -d '{"name": "My first agent"}'`;

export const keepLine = 'export RECOLLECT_KEY=rec_sk_…';

export const storeLine = (baseUrl: string) => `curl -X POST ${baseUrl}/memory/store \\
  -H "Authorization: Bearer $RECOLLECT_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{
    "user_id": "ada",
    "agent_id": "assistant",
    "content": "Ada prefers window seats and flies from Lisbon."
  }'`;

export const retrieveLine = (baseUrl: string) => `curl -G ${baseUrl}/memory/retrieve \\
  -H "Authorization: Bearer $RECOLLECT_KEY" \\
  --data-urlencode 'user_id=ada' \\
  --data-urlencode 'q=Where should I seat her on the plane?'`;
