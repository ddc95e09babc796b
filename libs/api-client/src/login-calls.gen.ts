/* Written from openapi/openapi.json by libs/api-client/generate.ts. Do not edit. */
/** Calls that need a login. */
export const loginCalls = [
  'listOrders',
  'revealOrderKeys',
  'resendOrderKeys',
  'addReview',
  'changePassword',
  'closeAccount',
  'logOut',
  'logOutEverywhere',
  'getPersonalData',
  'getProfile',
  'changeProfile',
  'listSessions',
  'endSession',
  'listSignIns',
  'listSocialLogins',
  'unlinkSocialLogin',
  'mergeWishlist',
];
