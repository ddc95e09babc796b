/** Without any other limit a cart line holds at most this many. */
export const MOST_PER_LINE = 99;
