import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createRenderer } from './renderer';

const socket = process.env.RENDERER_SOCKET ?? fileURLToPath(new URL('../../../var/renderer.sock', import.meta.url));
const server = createRenderer();

function stop(): void {
  server.close(() => process.exit(0));
  server.closeIdleConnections();
}

process.on('SIGTERM', stop);
process.on('SIGINT', stop);
rmSync(socket, { force: true });
server.keepAliveTimeout = 0; // the web server keeps its connections for as long as it lives
server.listen(socket, () => console.log(`renderer listens on ${socket}`));
