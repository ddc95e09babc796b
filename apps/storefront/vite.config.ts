import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type UserConfig } from 'vite';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const output = folder('../../dist/storefront');
const serverOutput = folder('../../dist/storefront-server');

/** The server sends these files as they are: text is compressed here once, at full strength. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    closeBundle() {
      const files = readdirSync(output, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(js|css|svg|txt)$/.test(name));
      for (const name of files) {
        const bytes = readFileSync(join(output, name));
        writeFileSync(join(output, `${name}.gz`), gzipSync(bytes, { level: 9 }));
        writeFileSync(join(output, `${name}.br`), brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
      }
    },
  };
}

/** Everything in one piece, React in its production form: the server that renders needs no package, whatever its environment says. */
const forServer: UserConfig = {
  root: folder('.'),
  plugins: [react()],
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  ssr: { noExternal: true },
  publicDir: false,
  build: { outDir: serverOutput, emptyOutDir: true, assetsInlineLimit: 0 },
};

const forBrowser: UserConfig = {
  root: folder('.'),
  plugins: [react(), compressed()],
  build: {
    outDir: output,
    emptyOutDir: true,
    manifest: true,
    modulePreload: { polyfill: false },
    // A strict Content-Security-Policy admits files, not data: addresses.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: [folder('index.html'), folder('src/start.ts')],
      output: {
        // What seldom changes stays cached while the shop's own code moves on.
        codeSplitting: {
          groups: [
            {
              name: 'react',
              priority: 2,
              test: /node_modules[\\/](react|react-dom|react-router|react-router-dom|scheduler|cookie|set-cookie-parser)[\\/]/,
            },
            {
              name: 'shop',
              test: /(storefront[\\/]src[\\/](shop|ui|lib)|libs)[\\/](?!.*(slider|captcha|order[\\/]|regions[\\/](activation|country-names|region-table)|country[\\/](country-select|use-country)|list-address|pagination|activation-guides))|lucide-react/,
            },
            {
              name: 'data',
              priority: 1,
              test: /node_modules[\\/](@reduxjs|react-redux|redux|redux-thunk|immer|reselect|use-sync-external-store)[\\/]/,
            },
          ],
        },
      },
    },
  },
};

/** `vite build` makes what the browser runs, `vite build --ssr src/entry-server.tsx` what the server renders with. */
export default defineConfig(({ isSsrBuild }) => (isSsrBuild ? forServer : forBrowser));
