import { Logger } from '@nestjs/common';

const logger = new Logger('database');
let isAway = false;

/** Logs that the database has gone: once, however much of this process notices it. */
export function noteAway(): void {
  if (!isAway) logger.warn('The database takes no connections; waiting for it.');
  isAway = true;
}

/** Logs that it is back, where its going was logged. */
export function noteThere(): void {
  if (isAway) logger.log('The database takes connections.');
  isAway = false;
}
