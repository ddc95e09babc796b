/** What was asked for is refused by a rule: asking again changes nothing. The message is for staff. */
export class FetchRefused extends Error {}

/** The other side could not be reached, or did not answer as it should: it may do later. The message is for staff. */
export class FetchFailed extends Error {}
