import type { Database } from './database.ts';

export interface StoredAnswer {
  readonly path: string;
  readonly fingerprint: string;
  readonly status: number;
  readonly body: string;
}

const STORED_FOR_MS = 24 * 60 * 60 * 1000;

/** First answers to idempotency keys, kept for 24 hours as at Stripe. */
export class Answers {
  private readonly database: Database;

  constructor(database: Database) {
    this.database = database;
  }

  find(account: string, key: string, nowMs: number): StoredAnswer | null {
    return this.database.row<StoredAnswer>(
      'select path, fingerprint, status, body from answers where account = ? and key = ? and at > ?',
      account,
      key,
      nowMs - STORED_FOR_MS,
    );
  }

  keep(account: string, key: string, answer: StoredAnswer, nowMs: number): void {
    this.database.run('delete from answers where at <= ?', nowMs - STORED_FOR_MS);
    this.database.run(
      'insert or replace into answers (account, key, path, fingerprint, status, body, at) values (?, ?, ?, ?, ?, ?, ?)',
      account,
      key,
      answer.path,
      answer.fingerprint,
      answer.status,
      answer.body,
      nowMs,
    );
  }

  clear(): void {
    this.database.run('delete from answers');
  }
}
