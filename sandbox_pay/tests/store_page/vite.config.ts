import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

export default defineConfig({
  root: dirname(fileURLToPath(import.meta.url)),
  configFile: false,
  logLevel: 'warn',
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: process.env.STORE_PAGE_OUT ?? '',
    emptyOutDir: true,
    lib: { entry: 'main.tsx', formats: ['es'], fileName: () => 'main.js' },
  },
});
