/** For how long the link to choose a new password works, in minutes. */
export const RESET_LINK_MINUTES = 30;
