// Stands for a payments API: prints each request, and gives it the same answer.
//   node fake.mjs 201 paid.json
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [status, file] = process.argv.slice(2);
createServer((request, response) => {
  console.log(`\n${request.method} ${request.url}`);
  request.pipe(process.stdout, { end: false });
  response.writeHead(Number(status), { 'Content-Type': 'application/json' });
  response.end(readFileSync(file));
})
  .on('error', ({ message }) => console.error(message))
  .listen(4001, '127.0.0.1', () => console.log('fake API on port 4001'));
