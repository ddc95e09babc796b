import pg from 'pg';

export const plantedIn = pg;
