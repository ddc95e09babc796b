/** The rating of a review is from one star to so many. */
export const MOST_STARS = 5;
