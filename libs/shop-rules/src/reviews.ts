/** The rating of a review is from one star to so many. */
export const MOST_STARS = 5;

/** Most characters of a review's text. */
export const MOST_REVIEW_CHARACTERS = 2000;
