import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { LoopbackServer } from './loopback-server.js';

interface ChatCall {
  path: string;
  headers: IncomingHttpHeaders;
  body: { model: string; messages: { role: string; content: string }[] } & Record<string, unknown>;
  /** The data lines of the prompt, without the surrounding markers. */
  data: string[];
}
type Reply = string | ((call: ChatCall, response: ServerResponse) => unknown);

/** An OpenAI-compatible chat endpoint on loopback. A string reply is the message of the model. */
export class ChatEndpoint extends LoopbackServer {
  readonly calls: ChatCall[] = [];
  reply: Reply;
  protected override readonly basePath = '/v1';

  constructor(reply: Reply) {
    super();
    this.reply = reply;
  }

  protected async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += chunk;
    const body = JSON.parse(text);
    const data = body.messages[1].content.split('\n').slice(1, -1);
    const call = { path: request.url ?? '', headers: request.headers, body, data };
    this.calls.push(call);
    if (typeof this.reply === 'string') say(response, this.reply);
    else this.reply(call, response);
  }
}

export const respondJson = (response: ServerResponse, status: number, body: unknown) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

export const say = (response: ServerResponse, content: unknown, finish_reason = 'stop') =>
  respondJson(response, 200, { choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason }] });
