/** Answers every request with 429 and does nothing else: what an attacker costs the machine that nobody serves. */
import { createServer } from 'node:http';

const body = '{"success":false,"message":"That was too often. Try again in 1 s."}';
const headers = { 'content-type': 'application/json', 'content-length': body.length };

createServer((request, response) => {
  request.resume();
  response.writeHead(429, { ...headers, 'retry-after': '1' }).end(body);
}).listen(Number(process.env.PORT), '127.0.0.1');
process.on('disconnect', () => process.exit(0));
