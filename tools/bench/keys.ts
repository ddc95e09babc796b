import pg from 'pg';
import { startShopOfMany } from '../prove/shop-of-many.ts';
import { milliseconds, residentMiB, type Row } from './measure.ts';

const LINES = 100_000;
const OPS_KEY = 'benchmark-key-of-the-staff-of-this-shop';

/** An upload of 100,000 keys through the ops API, and the same file once more. Floor: the raw lines, stored in one statement. */
export async function keyRows(): Promise<Row[]> {
  const shop = await startShopOfMany({ apis: 1, workers: 0, environment: { OPS_DEVELOPMENT_KEY: OPS_KEY } });
  const database = new pg.Client({ connectionString: shop.databaseUrl });
  try {
    await database.connect();
    const lines = Array.from({ length: LINES }, (_, index) => `BENCH-${String(index).padStart(6, '0')}-AAAAA-BBBBB\n`).join('');
    await database.query('create table bench_raw (line text)');
    const baseline = await milliseconds(() =>
      database.query('insert into bench_raw select unnest($1::text[])', [lines.trim().split('\n')]),
    );
    const { rows } = await database.query<{ kinguin_id: number }>('select kinguin_id from product where kinguin_id is not null limit 1');
    const upload = async (accepted: number) => {
      const form = new FormData();
      form.set('file', new Blob([lines]), 'keys.txt');
      const url = `${shop.apis[0]}/ops/keys?product=${rows[0]?.kinguin_id}&reason=a+measurement`;
      const answer = await fetch(url, { method: 'POST', headers: { 'x-ops-key': OPS_KEY }, body: form });
      const report = (await answer.json()) as { accepted?: number };
      if (report.accepted !== accepted) throw new Error(`The upload took ${report.accepted} keys: ${JSON.stringify(report).slice(0, 500)}`);
    };
    const took = await milliseconds(() => upload(LINES));
    const again = await milliseconds(() => upload(0));
    const peak = residentMiB(shop.apiPids()[0] ?? 0, 'peak');
    const row = (what: string, ms: number): Row => ({
      what,
      measured: `${(ms / 1000).toFixed(1)} s`,
      baseline: `${(baseline / 1000).toFixed(2)} s`,
      ratio: `${(ms / baseline).toFixed(0)} ×`,
      bar: 'under 30 s',
      isHeld: ms < 30_000,
    });
    return [
      row('upload of 100,000 keys', took),
      row('the same file once more', again),
      {
        what: 'upload of keys, peak memory of the API',
        measured: peak === null ? 'not reported here' : `${peak.toFixed(0)} MiB`,
        baseline: '',
        ratio: '',
        bar: 'under 250 MB',
        isHeld: peak === null || peak * 1.048576 < 250,
      },
    ];
  } finally {
    await database.end();
    await shop.stop();
  }
}
