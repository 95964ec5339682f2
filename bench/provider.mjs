// A provider that costs next to nothing: every payment waits for the shopper's bank. What an order takes up to the
// provider's call is measured against it, so that neither the sandbox's own work on the same processors nor what
// follows a payment (or its decline) is counted.
import { createServer } from 'node:http';

let made = 0;

function intent(form) {
  made += 1;
  const metadata = Object.fromEntries(['order_id', 'attempt', 'signature'].map((name) => [name, form.get(`metadata[${name}]`)]));
  return JSON.stringify({
    id: `pi_bench_${process.pid}_${made}`,
    object: 'payment_intent',
    status: 'requires_action',
    amount: Number(form.get('amount')),
    amount_received: 0,
    currency: form.get('currency'),
    client_secret: 'pi_bench_secret',
    latest_charge: null,
    last_payment_error: null,
    customer: null,
    payment_method: form.get('payment_method'),
    payment_method_types: ['card'],
    setup_future_usage: null,
    next_action: { type: 'use_stripe_sdk', use_stripe_sdk: {} },
    metadata,
  });
}

const server = createServer((request, response) => {
  const parts = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    const body = intent(new URLSearchParams(Buffer.concat(parts).toString()));
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(body);
  });
});
server.keepAliveTimeout = 60_000; // longer than a pause between two loads
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
