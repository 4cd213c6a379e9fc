/**
 * A terminal chat that remembers. It needs a running service and a key:
 *   npm start
 *   RECOLLECT_KEY=rec_sk_… node dist/examples/chatbot/chat.js ada
 * Say something about yourself, end it (Ctrl-D), start it again and ask.
 */
import { createInterface } from 'node:readline';
import { Recollect } from 'recollect/client';

const [user = 'ada'] = process.argv.slice(2);
const memory = new Recollect({
  url: process.env.RECOLLECT_URL ?? 'http://127.0.0.1:7326',
  key: process.env.RECOLLECT_KEY ?? '',
});
const session_id = `chat-${Date.now()}`;

/**
 * Stands for a language model, so that this runs without an account. To make it a real one, send `context` as the system prompt and `said` as the
 * message of the user, for example:
 *   const openai = new OpenAI();
 *   const answer = await openai.responses.create({ model: 'gpt-5-mini', instructions: context, input: said });
 *   return answer.output_text;
 */
async function reply(said: string, context: string, isKnown: boolean): Promise<string> {
  if (!said.includes('?')) return 'I will remember that.';
  const first = /^\d{4}-\d{2}-\d{2} (.*)$/m.exec(context)?.[1];
  return isKnown && first ? `You told me: ${first}` : 'I do not know that yet.';
}

const lines = createInterface({ input: process.stdin, output: process.stdout, prompt: '> ' });
lines.prompt();
for await (const said of lines) {
  if (said.trim() !== '') {
    // The beginning of a long message: what is searched for has to fit into a URL.
    const q = [...said].slice(0, 2_000).join('');
    const { context, abstained } = await memory.memory.context({ user_id: user, q, max_tokens: 500 });
    const answer = await reply(said, context, !abstained);
    console.log(answer);
    await memory.memory.ingest({
      user_id: user,
      session_id,
      messages: [
        { role: 'user', content: said },
        { role: 'assistant', content: answer },
      ],
    });
  }
  lines.prompt();
}
