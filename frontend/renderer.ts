import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { PageData } from './lib/pages';
import { BadRequest, RenderError, renderPage, renderSection, type SectionData } from './render';

const MAX_BODY_BYTES = 8_000_000;

/** Serve `POST /page`, `POST /sections` and `GET /health`. */
export function createRenderer(): Server {
  return createServer((request, response) => {
    answer(request).then(
      ([type, body]) => send(response, 200, type, body),
      (error: unknown) => fail(response, error),
    );
  });
}

async function answer(request: IncomingMessage): Promise<[type: string, body: string]> {
  const route = `${request.method} ${request.url}`;
  if (route === 'GET /health') return ['text/plain', 'ok'];
  if (route === 'POST /page') return ['text/html; charset=utf-8', await renderPage(asPage(await readJson(request)))];
  if (route === 'POST /sections') {
    const html = await Promise.all(asSections(await readJson(request)).map(renderSection));
    return ['application/json', JSON.stringify(html)];
  }
  throw new BadRequest(`no such thing to ask: ${route}`);
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new BadRequest('body too large');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new BadRequest('body is not JSON');
  }
}

function isNamedProps(value: unknown): value is SectionData {
  if (typeof value !== 'object' || value === null) return false;
  const { component, props } = value as Partial<SectionData>;
  return typeof component === 'string' && typeof props === 'object' && props !== null;
}

function asPage(value: unknown): PageData {
  if (!isNamedProps(value) || !('shared' in value.props)) throw new BadRequest('not a page: {component, props}');
  return value as PageData;
}

function asSections(value: unknown): SectionData[] {
  if (!Array.isArray(value) || !value.every(isNamedProps)) throw new BadRequest('not a list of {component, props}');
  return value;
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
}

function fail(response: ServerResponse, error: unknown): void {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  const componentStack = error instanceof RenderError ? error.componentStack : '';
  const status = error instanceof BadRequest ? 400 : 500;
  send(response, status, 'application/json', JSON.stringify({ message, stack, componentStack }));
}
