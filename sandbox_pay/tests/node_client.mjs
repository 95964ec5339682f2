// Stripe's SDK for JavaScript, told call by call what to do. node_client.py starts this and asks, line by line:
// {call: "paymentIntents.create", given: […], upTo} -> {answer | refusal, tries}
// upTo turns the pages of a list, up to so many items; tries are the headers of each request that the SDK sent.
import { createInterface } from 'node:readline';
import Stripe from 'stripe';

const [address, key] = process.argv.slice(2);
const { hostname, port } = new URL(address);
const http = Stripe.createNodeHttpClient();
const send = http.makeRequest.bind(http);
let tries = [];
http.makeRequest = (host, at, path, method, headers, ...rest) => {
  tries.push(headers);
  return send(host, at, path, method, headers, ...rest);
};
const stripe = new Stripe(key, { host: hostname, port, protocol: 'http', httpClient: http, maxNetworkRetries: 0 });

function begin({ call, given, upTo }) {
  const names = call.split('.');
  const last = names.pop();
  const owner = names.reduce((at, name) => at[name], stripe);
  const begun = owner[last](...given);
  return upTo ? begun.autoPagingToArray({ limit: upTo }) : begun;
}

function refusal(error) {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  const { type, message, code, decline_code, param, statusCode, payment_intent } = error;
  return { type, message, code, decline_code, param, status: statusCode, payment_intent: payment_intent?.id };
}

for await (const line of createInterface({ input: process.stdin })) {
  tries = [];
  let outcome;
  try {
    outcome = { answer: await begin(JSON.parse(line)) };
  } catch (error) {
    outcome = { refusal: refusal(error) };
  }
  console.log(JSON.stringify({ ...outcome, tries }));
}
