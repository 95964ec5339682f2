// A provider that costs nothing: it declines every payment at once. What an order takes up to the provider's call is
// measured against it, so that the sandbox's own work on the same processors isn't counted as the store's.
import { createServer } from 'node:http';

const declined = JSON.stringify({
  error: { type: 'card_error', code: 'card_declined', decline_code: 'generic_decline', message: 'Declined by the bench.' },
});

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => response.writeHead(402, { 'Content-Type': 'application/json' }).end(declined));
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
