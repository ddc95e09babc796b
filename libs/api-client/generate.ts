/** Writes src/*.gen.ts from openapi/openapi.json; with `--check` it only fails when a file is stale. */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { generateEndpoints } from '@rtk-query/codegen-openapi';

/** Calls of the storefront. Ops and webhooks are not. */
const calls = [
  'getHome',
  'getGameByKinguinId',
  'listPlatformProducts',
  'listSoftware',
  'listFilteredProducts',
  'searchProducts',
  'getSoftware',
  'listSimilarProducts',
  'listReviews',
  'addReview',
  'validateCart',
  'createPaymentCheckout',
  'listOrders',
  'revealOrderKeys',
  'resendOrderKeys',
  'getStartedOrder',
  'getGuestOrder',
  'resendGuestOrderKeys',
  'listProviders',
  'login',
  'getCaptchaChallenge',
  'verifyCaptcha',
  'signUp',
  'verifyEmail',
  'resendVerification',
  'forgotPassword',
  'verifyOtp',
  'resetPassword',
  'getProfile',
  'changeProfile',
  'changePassword',
  'logOut',
  'logOutEverywhere',
  'listSessions',
  'endSession',
  'listSignIns',
  'listSocialLogins',
  'unlinkSocialLogin',
  'getPersonalData',
  'closeAccount',
  'closeAccountByLink',
  'askForPersonalData',
  'openPersonalData',
  'mergeWishlist',
  'listPages',
  'getPage',
  'listBlogPosts',
  'getBlogPost',
  'sendMessage',
  'subscribeToNews',
  'confirmNews',
  'unsubscribeFromNews',
  'listBlockedCountries',
  'getVisitor',
];

/** Reads by POST. */
const readsByPost = ['listSimilarProducts', 'getPage'];

/** Reads with side effects or single-use answers: called on a click, never cached, never refetched. */
const notedReads = ['revealOrderKeys', 'getGuestOrder', 'confirmNews', 'verifyEmail', 'getCaptchaChallenge', 'getPersonalData'];

const schemaFile =
  process.argv.find((argument) => argument.endsWith('.json')) ?? fileURLToPath(new URL('../../openapi/openapi.json', import.meta.url));
const code = await generateEndpoints({
  schemaFile,
  apiFile: './base-api.ts',
  apiImport: 'baseApi',
  exportName: 'generatedApi',
  hooks: { queries: true, lazyQueries: false, mutations: true },
  filterEndpoints: (name) => calls.includes(name),
  endpointOverrides: [
    { pattern: readsByPost, type: 'query' },
    { pattern: notedReads, type: 'mutation' },
  ],
  encodePathParams: true,
  flattenArg: false,
  useUnknown: true,
  prettierConfigFile: fileURLToPath(new URL('../../.prettierrc', import.meta.url)),
});

interface Operation {
  readonly operationId?: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
}
const { paths } = JSON.parse(await readFile(schemaFile, 'utf8')) as { paths: Record<string, Record<string, Operation>> };
/** Calls that need a login: all that is described to take the token, and not to work without. */
const behindLogin = Object.values(paths)
  .flatMap((methods) => Object.values(methods))
  .filter(({ security = [] }) => security.length > 0 && security.every((needed) => 'tk' in needed))
  .map(({ operationId = '' }) => operationId)
  .filter((name) => calls.includes(name));

const files = {
  'shop-api': (code ?? '').replace("'./base-api'", "'./base-api.ts'"),
  'login-calls': `/** Calls that need a login. */\nexport const loginCalls = [\n${behindLogin.map((name) => `  '${name}',\n`).join('')}];\n`,
};
for (const [name, text] of Object.entries(files)) {
  const target = new URL(`src/${name}.gen.ts`, import.meta.url);
  const generated = `/* Written from openapi/openapi.json by libs/api-client/generate.ts. Do not edit. */\n${text}`;
  if (!process.argv.includes('--check')) {
    await writeFile(target, generated);
  } else if ((await readFile(target, 'utf8').catch(() => '')) !== generated) {
    console.error(`libs/api-client/src/${name}.gen.ts is stale. Run: node libs/api-client/generate.ts`);
    process.exit(1);
  }
}
