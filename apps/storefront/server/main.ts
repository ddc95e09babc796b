/** Sends the built storefront: `node apps/storefront/server/main.ts`. */
import { fileURLToPath } from 'node:url';
import { createServer } from './app.ts';
import { readConfig } from './config.ts';

function giveUp(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

const files = fileURLToPath(new URL('../../../dist/storefront', import.meta.url));

try {
  const config = readConfig();
  const app = await createServer({ config, files });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void app.close().then(() => process.exit(0)));
  }
  await app.listen({ host: config.host, port: config.port });
  console.log(`Storefront listens on ${config.storefrontOrigin}`);
} catch (error) {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') giveUp('The storefront cannot start: its port is taken. Set STOREFRONT_PORT to a free one.');
  if (code === 'ENOENT') giveUp('The storefront is not built yet. Run: npx vite build --config apps/storefront/vite.config.ts');
  giveUp(`The storefront cannot start: ${error instanceof Error ? error.message : String(error)}`);
}
