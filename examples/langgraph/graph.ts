/**
 * The nodes of a graph that remembers, on LangGraph's long-term store. See README.md beside it.
 *   RECOLLECT_KEY=rec_sk_… node dist/examples/langgraph/graph.js ada "I am allergic to peanuts."
 *   RECOLLECT_KEY=rec_sk_… node dist/examples/langgraph/graph.js ada "What must I not eat?"
 */
import type { BaseStore } from '@langchain/langgraph-checkpoint';
import { Recollect } from 'recollect/client';
import { RecollectStore } from 'recollect/langgraph';

interface State {
  user: string;
  said: string;
  known: string[];
  answer: string;
}
/** What a graph hands to its nodes beside the state, as far as they use it. */
interface Config {
  store: BaseStore;
}

/** Retrieves what helps with the message. */
async function recall({ user, said }: State, { store }: Config): Promise<Partial<State>> {
  const items = await store.search(['users', user], { query: said, limit: 3 });
  return { known: items.map(({ value }) => String(value.text)) };
}

/**
 * Stands for a language model, so that this runs without an account. With one:
 *   const model = new ChatOpenAI({ model: 'gpt-5-mini' });
 *   const { text } = await model.invoke([['system', `You know: ${known.join(' ')}`], ['user', said]]);
 *   return { answer: text };
 */
async function reply({ said, known }: State): Promise<Partial<State>> {
  if (!said.includes('?')) return { answer: 'I will remember that.' };
  return { answer: known[0] ? `You told me: ${known[0]}` : 'I do not know that yet.' };
}

/** Keeps what was said, for every later conversation with the user. */
async function remember({ user, said }: State, { store }: Config): Promise<Partial<State>> {
  if (!said.includes('?')) await store.put(['users', user], crypto.randomUUID(), { text: said });
  return {};
}

const client = new Recollect({
  url: process.env.RECOLLECT_URL ?? 'http://127.0.0.1:7326',
  key: process.env.RECOLLECT_KEY ?? '',
});
const store = new RecollectStore({ client });

// In place of a compiled graph, which the README has: the nodes one after the other.
const [user = 'ada', said = 'What do you know?'] = process.argv.slice(2);
let state: State = { user, said, known: [], answer: '' };
for (const node of [recall, reply, remember]) state = { ...state, ...(await node(state, { store })) };
console.log(state.answer);
