import type { DataFiles } from '@keyturn/api-client';
import { saveFile } from '../../lib/save-file.ts';

/** Saves what the shop stores about a person: the whole as JSON, and a page to read. */
export function saveData({ data, page }: DataFiles): void {
  saveFile('my-data.json', 'application/json', JSON.stringify(data, null, 2));
  saveFile('my-data.html', 'text/html', page);
}
