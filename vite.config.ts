import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const frontend = fileURLToPath(new URL('frontend', import.meta.url));

const pages = readdirSync(`${frontend}/pages`, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('Page.tsx'))
  .map((name) => `${frontend}/pages/${name}`);

/** What every page needs is one file: as several files all of it would be fetched too, and compress worse. */
const BASE =
  /node_modules\/(react|react-dom|scheduler)\/|frontend\/(browser|app|lib\/(http|classes|hydrated|go)|ui\/(Button|Hidden|Picture|near)|cart\/bottleName|ui\/fields\/makeField)\b/;

/** Chromium compiles the functions of such a file while it arrives, beside the page, and not one by one when they run. */
const compileHints: Plugin = {
  name: 'compile-hints',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk') file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
    },
  },
};

/** 'WineCard_price': component files have names of their own, so this is one, too, and packs better than a hash. */
const scopedName = (name: string, file: string) => `${basename(file).split('.')[0]}_${name}`;

export default defineConfig(({ isSsrBuild }) => ({
  root: frontend,
  base: '/static/',
  plugins: [react(), ...(isSsrBuild ? [] : [compileHints])],
  ...(process.env.VITEST ? {} : { css: { modules: { generateScopedName: scopedName } } }),
  define: process.env.VITEST ? {} : { 'process.env.NODE_ENV': '"production"' },
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        emptyOutDir: true,
        copyPublicDir: false,
        target: 'node20',
        rolldownOptions: {
          input: { server: `${frontend}/server.tsx`, render: `${frontend}/render.tsx` },
          output: { entryFileNames: '[name].js' },
          checks: { ineffectiveDynamicImport: false }, // parts that browsers fetch later are here from the start
        },
      }
    : {
        outDir: 'dist/client',
        emptyOutDir: true,
        manifest: true,
        target: 'es2022',
        modulePreload: false, // the document names all that its page needs
        assetsInlineLimit: 0,
        minify: 'terser', // packs components 5 % smaller than Vite's own minifier
        terserOptions: { ecma: 2020, module: true, compress: { passes: 2, unsafe_arrows: true, unsafe_methods: true } },
        chunkSizeWarningLimit: 1000, // the word lists that passwords are measured by; pages are weighed by budget.mjs
        rolldownOptions: {
          input: [`${frontend}/browser.tsx`, ...pages],
          preserveEntrySignatures: 'exports-only', // or the pages, which nothing here imports, are emptied
          output: { codeSplitting: { groups: [{ name: 'browser', test: BASE }] } },
        },
      },
  // The renderer is one file that needs no node_modules beside it.
  ...(isSsrBuild ? { ssr: { noExternal: true as const, target: 'node' as const } } : {}),
  test: {
    environment: 'jsdom',
    pool: 'vmThreads', // files share what Node has loaded: a page each, but half of the work
    testTimeout: 20_000, // a busy machine makes no faults
    maxWorkers: '100%', // one processor is left free otherwise: half of two
    setupFiles: ['testing/setup.ts'],
    include: ['**/*.test.{ts,tsx}'],
    css: { modules: { classNameStrategy: 'non-scoped' } },
  },
}));
