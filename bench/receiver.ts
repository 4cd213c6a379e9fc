/** A webhook receiver in its own process: accepts everything, counts, responds with 204. Prints its port. */
import { createServer } from 'node:http';

let count = 0;
const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    if (request.method === 'POST') count++;
    response.writeHead(request.method === 'POST' ? 204 : 200).end(request.method === 'POST' ? '' : String(count));
  });
}).listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address && typeof address === 'object') process.send?.({ port: address.port });
});
process.on('disconnect', () => process.exit(0));
