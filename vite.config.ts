import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const frontend = fileURLToPath(new URL('frontend', import.meta.url));

export default defineConfig(({ isSsrBuild }) => ({
  root: frontend,
  base: '/static/',
  plugins: [react()],
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
        },
      }
    : {
        outDir: 'dist/client',
        emptyOutDir: true,
        manifest: true,
        target: 'es2022',
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
        rolldownOptions: { input: `${frontend}/browser.tsx` },
      },
  // The renderer is one file that needs no node_modules beside it.
  ...(isSsrBuild ? { ssr: { noExternal: true as const, target: 'node' as const } } : {}),
  test: {
    environment: 'jsdom',
    setupFiles: ['testing/setup.ts'],
    include: ['**/*.test.{ts,tsx}'],
    css: { modules: { classNameStrategy: 'non-scoped' } },
  },
}));
