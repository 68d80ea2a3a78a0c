// Stands for a payments API: gives every request the same answer.
//   node fake.mjs 201 paid.json
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';

const [status, file] = process.argv.slice(2);
createServer(async (request, response) => {
  console.log(request.method, request.url, await text(request));
  response.writeHead(Number(status), { 'Content-Type': 'application/json' });
  response.end(readFileSync(file));
}).listen(4001, '127.0.0.1', () => console.log('fake API on port 4001'));
