/** Sends the built storefront: `node apps/storefront/server/main.ts`. */
import { fileURLToPath } from 'node:url';
import { createServer } from './app.ts';
import { readConfig } from './config.ts';
import { loadRenderer } from './first-view/first-views.ts';

function giveUp(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

const built = (name: string) => fileURLToPath(new URL(`../../../dist/${name}`, import.meta.url));

try {
  const config = readConfig();
  const ending = { isAnnounced: false };
  const app = await createServer({ config, files: built('storefront'), renderer: await loadRenderer(built('storefront-server')), ending });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      ending.isAnnounced = true;
      setTimeout(() => void app.close().then(() => process.exit(0)), config.shutdownDelayMs);
    });
  }
  await app.listen({ host: config.host, port: config.port });
  console.log(`Storefront listens on ${config.storefrontOrigin}`);
} catch (error) {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') giveUp('The storefront cannot start: its port is taken. Set STOREFRONT_PORT to a free one.');
  if (code === 'ENOENT' || code === 'ERR_MODULE_NOT_FOUND') giveUp('The storefront is not built yet. Run: npx nx run storefront:build');
  giveUp(`The storefront cannot start: ${error instanceof Error ? error.message : String(error)}`);
}
