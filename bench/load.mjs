// Puts one load on the store with autocannon and prints what came of it as JSON. The plan comes on standard input:
// {url, clients, seconds | amount, requests: [{method, path, headers, body}], mustContain}
import autocannon from 'autocannon';

const plan = JSON.parse(await new Response(process.stdin).text());
const times = [];
let next = 0;

// Each client goes through a share of its own, so that no two use the same cart.
function setupClient(client) {
  const share = plan.requests.filter((_, index) => index % plan.clients === next % plan.clients);
  next += 1;
  client.setRequests(share.length > 0 ? share : plan.requests);
}

const instance = autocannon({
  url: plan.url,
  connections: plan.clients,
  ...(plan.amount ? { amount: plan.amount } : { duration: plan.seconds }),
  timeout: 30,
  setupClient,
  ...(plan.mustContain && { verifyBody: (body) => body.includes(plan.mustContain) }),
});
const begun = performance.now();
let ended = begun;
instance.on('response', (_client, _status, _bytes, milliseconds) => {
  times.push(milliseconds);
  ended = performance.now();
});

const result = await instance;
times.sort((a, b) => a - b);
const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? null;
const seconds = (ended - begun) / 1000;
console.log(
  JSON.stringify({
    requests: times.length,
    per_second: times.length / seconds,
    p50_ms: at(0.5),
    p95_ms: at(0.95),
    failed: result.non2xx + result.errors + result.timeouts + result.mismatches,
  }),
);
