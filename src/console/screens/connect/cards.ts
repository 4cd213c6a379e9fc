/** A way to connect: what to type, with this service's URL. `key` is the placeholder for the secret. */
interface Card {
  name: string;
  what: string;
  steps: readonly { title: string; text: string }[];
}

export function cardsOf(url: string, user: string, key: string): readonly Card[] {
  const content = `${user} prefers window seats on long flights.`;
  const json = (value: unknown) => JSON.stringify(value);
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const setKey = { title: 'Set the key in your shell', text: `export RECOLLECT_KEY=${key}` };
  return [
    {
      name: 'curl',
      what: 'Anything that speaks HTTP',
      steps: [
        setKey,
        {
          title: 'Store a memory',
          text: `curl -X POST ${url}/memory/store \\\n  -H "Authorization: Bearer $RECOLLECT_KEY" \\\n  -d ${quoted(json({ user_id: user, content }))}`,
        },
        {
          title: 'Find it by meaning',
          text: `curl -G ${url}/memory/retrieve \\\n  -H "Authorization: Bearer $RECOLLECT_KEY" \\\n  --data-urlencode ${quoted(`user_id=${user}`)} -d ranking=hybrid \\\n  --data-urlencode 'q=Where do they like to sit?'`,
        },
      ],
    },
    {
      name: 'TypeScript',
      what: 'recollect/client: typed, no dependencies',
      steps: [
        setKey,
        {
          title: 'Store and find',
          text: `import { Recollect } from 'recollect/client';

const client = new Recollect({ url: ${json(url)}, key: process.env.RECOLLECT_KEY });
await client.memory.store({ user_id: ${json(user)}, content: ${json(content)} });
const { results, abstained } = await client.memory.retrieve({
  user_id: ${json(user)},
  q: 'Where do they like to sit?',
  ranking: 'hybrid',
});
console.log(abstained ? 'I do not know.' : results[0]?.content);`,
        },
      ],
    },
    {
      name: 'Python',
      what: 'Synchronous and asynchronous; needs only httpx',
      steps: [
        setKey,
        {
          title: 'Store and find',
          text: `import os
from recollect import Recollect

client = Recollect(${json(url)}, os.environ["RECOLLECT_KEY"])
client.memory.store(user_id=${json(user)}, content=${json(content)})
found = client.memory.retrieve(user_id=${json(user)}, q="Where do they like to sit?", ranking="hybrid")
print("I do not know." if found["abstained"] else found["results"][0]["content"])`,
        },
      ],
    },
    {
      name: 'MCP',
      what: 'Claude, Cursor, VS Code and other assistants',
      steps: [
        {
          title: 'In the client’s settings',
          text: JSON.stringify(
            {
              mcpServers: {
                recollect: { type: 'http', url: `${url}/mcp`, headers: { Authorization: `Bearer ${key}` } },
              },
            },
            null,
            2,
          ),
        },
        {
          title: 'Claude Code',
          text: `claude mcp add --transport http recollect ${url}/mcp \\\n  --header "Authorization: Bearer ${key}"`,
        },
      ],
    },
  ];
}
