import pg from 'pg';
import { used } from './used.ts';

export const client = new pg.Client(used);
