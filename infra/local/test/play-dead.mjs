/* A process for the supervisor's tests: `play-dead.mjs PORT [early|stubborn]`. */
import { createServer } from 'node:http';

const [port, mode] = process.argv.slice(2);
console.log('hello');
if (mode === 'early') process.exit(3);
process.on('SIGTERM', () => {
  console.log('asked to end');
  if (mode !== 'stubborn') process.exit(0);
});
createServer((_request, response) => response.end(String(process.pid))).listen(Number(port), '127.0.0.1');
