import pg from 'pg';

export const minor = pg;
