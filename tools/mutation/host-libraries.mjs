import { readFileSync } from 'node:fs';

// Loaded once into each of Stryker's workers: Jest would load each library again for each mutant and spec, which takes most of a run.
globalThis.hostLibraries = {};
for (const name of JSON.parse(readFileSync(process.env.HOST_LIBRARIES, 'utf8'))) globalThis.hostLibraries[name] = await import(name);
