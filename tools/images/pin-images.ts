import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '../process/run-program.ts';
import { Failure, runTool } from '../shared/failure.ts';
import { root } from '../shared/paths.ts';
import { imagesIn, pinnedText } from './pinned-text.ts';

const FILES = ['Dockerfile', 'docker-compose.yml'].map((name) => join(root, name));

/** `npm run images:pin`: asks the registries which digest each tag has now, and writes it into the files. Needs Docker with buildx. */
await runTool(async () => {
  const texts = FILES.map((file) => readFileSync(file, 'utf8'));
  const digests = new Map<string, string>();
  for (const image of new Set(texts.flatMap(imagesIn))) {
    const digest = await digestOf(image);
    digests.set(image, digest);
    process.stdout.write(`${image}@${digest}\n`);
  }
  // After all answers: a registry that is away changes no file.
  for (const [index, file] of FILES.entries()) writeFileSync(file, pinnedText(texts[index] ?? '', digests));
  return 0;
});

/** Of the list of all platforms, so that the pinned image builds on each. @throws Failure where the registry does not answer */
async function digestOf(image: string): Promise<string> {
  const asked = ['buildx', 'imagetools', 'inspect', image, '--format', '{{.Manifest.Digest}}'];
  const { code, output, stdout } = await runProgram('docker', asked, { env: process.env });
  if (code !== 0) throw new Failure(`The registry did not say which digest ${image} has: ${output.trim()}`);
  return stdout.trim();
}
