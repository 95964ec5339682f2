import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const here = dirname(fileURLToPath(import.meta.url));
/** Tests build into a folder of their own. */
const outDir = process.env.SANDBOX_STATIC ?? resolve(here, '../static');

/** Stores load stripe.js as a classic script, so it is built alone and wrapped; our own pages load modules. */
export default defineConfig({
  root: here,
  configFile: false,
  publicDir: false,
  build: { outDir, emptyOutDir: false, target: 'es2022' },
  environments: {
    script: {
      consumer: 'client',
      build: {
        rollupOptions: {
          input: resolve(here, 'stripe.ts'),
          output: { format: 'iife', entryFileNames: 'stripe.js' },
        },
      },
    },
    pages: {
      consumer: 'client',
      build: {
        rollupOptions: {
          input: {
            frame: resolve(here, 'frame.ts'),
            challenge: resolve(here, 'challenge.ts'),
            express: resolve(here, 'express.ts'),
            sheet: resolve(here, 'sheet.ts'),
            pages: resolve(here, 'pages.css'),
          },
          output: {
            format: 'es',
            entryFileNames: '[name].js',
            chunkFileNames: '[name].js',
            assetFileNames: '[name][extname]',
          },
        },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      for (const name of ['script', 'pages']) {
        const environment = builder.environments[name];
        if (environment) await builder.build(environment);
      }
    },
  },
});
