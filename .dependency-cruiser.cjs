/** Who may import whom. tools/boundaries plants one violation of every rule and shows it caught. */
const modules = '^apps/api/src/modules/';
const layer = (name) => `${modules}([^/]+)/${name}/`;
const shop = '^apps/storefront/src/';
const tests = '(\\.(spec|test|contract|cases|prove|e2e)\\.tsx?$|/testing/)';
const shipped = '^(apps/(api|sandbox|storefront)/(src|server)/|libs/[^/]+/src/)';
const wiring = '\\.module\\.ts$';
const shopRules = '(^|/)libs/shop-rules/';

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

module.exports = {
  forbidden: [
    rule(
      'domain-is-plain-typescript',
      'Rules of the shop must be readable and testable without any framework.',
      { path: layer('domain'), pathNot: tests },
      { pathNot: ['^apps/api/src/shared/', shopRules, `${modules}$1/domain/`] },
    ),
    rule(
      'application-knows-no-technology',
      'A use case talks to ports; of Nest it may use Injectable (eslint holds that name).',
      { path: layer('application'), pathNot: tests },
      {
        pathNot: [
          '^apps/api/src/shared/',
          shopRules,
          `${modules}$1/(domain|application)/`,
          `${modules}[^/]+/index\\.ts$`,
          'node_modules/@nestjs/common/',
        ],
      },
    ),
    rule(
      'modules-import-index-only',
      'Another module is reached through its index.ts only.',
      { path: `${modules}([^/]+)/`, pathNot: [tests, wiring] },
      { path: modules, pathNot: [`${modules}$1/`, `${modules}[^/]+/index\\.ts$`] },
    ),
    rule(
      'wiring-meets-wiring',
      "A Nest module names the Nest modules that it builds on, and nothing else of another module's inside.",
      { path: `${modules}([^/]+)/.*${wiring}` },
      { path: modules, pathNot: [`${modules}$1/`, `${modules}[^/]+/(index|[^/]+\\.module)\\.ts$`] },
    ),
    rule(
      'platform-knows-no-module',
      'Technology and shared words lie below the modules.',
      { path: '^apps/api/src/(platform|shared)/', pathNot: tests },
      { path: modules },
    ),
    rule(
      'shared-is-plain-typescript',
      'Shared words are imported by every domain, so they are as plain.',
      { path: '^apps/api/src/shared/', pathNot: tests },
      { pathNot: ['^apps/api/src/shared/', shopRules] },
    ),
    rule(
      'features-do-not-meet',
      'What two features need lies one floor down, in shop/ or ui/.',
      { path: `${shop}features/([^/]+)/`, pathNot: tests },
      { path: [`${shop}features/`, `${shop}app/`], pathNot: `${shop}features/$1/` },
    ),
    rule(
      'floors-carry-upwards-only',
      'ui/ and lib/ know no word of the shop, no store and no API.',
      { path: `${shop}(ui|lib)/`, pathNot: tests },
      { path: [`${shop}(shop|features|app)/`, '(^|/)libs/api-client/', 'node_modules/(@reduxjs/|react-redux/|redux/)'] },
    ),
    rule(
      'shop-floor-knows-no-feature',
      'shop/ is what every screen shares.',
      { path: `${shop}shop/`, pathNot: tests },
      { path: `${shop}(features|app)/` },
    ),
    rule(
      'swiper-stays-in-the-slider',
      'The carousel library can be exchanged in one folder.',
      { path: '^apps/', pathNot: `${shop}ui/slider/` },
      { path: 'node_modules/swiper/' },
    ),
    rule(
      'api-and-storefront-do-not-meet',
      'They share libs/ and the OpenAPI document.',
      { path: '^apps/(api|storefront)/' },
      { path: '^apps/(api|storefront)/', pathNot: '^apps/$1/' },
    ),
    rule(
      'nothing-imports-the-sandbox',
      "Only the shop's configured address distinguishes the stand-in from Stripe.",
      { pathNot: '^apps/sandbox/' },
      { path: '^apps/sandbox/' },
    ),
    rule(
      'sandbox-shares-nothing-with-the-shop',
      'A stand-in that shares code with the shop would share its mistakes.',
      { path: '^apps/sandbox/' },
      { path: '(^|/)(apps/(api|storefront)|libs)/' },
    ),
    rule(
      'shop-rules-are-plain-typescript',
      'Both apps run them, the browser included.',
      { path: '^libs/shop-rules/src/', pathNot: tests },
      { pathNot: '^libs/shop-rules/' },
    ),
    rule(
      'cover-art-is-for-demo-data-and-tests',
      'A shop with products of its own draws plain tiles; neither the art nor the demo data is on its way.',
      { path: '^(apps|libs)/', pathNot: [tests, '^apps/api/src/(demo|commands)/', '^apps/api/src/app\\.module\\.ts$', '^libs/cover-art/'] },
      { path: ['(^|/)libs/cover-art/', '^apps/api/src/demo/'] },
    ),
    rule(
      'cover-art-is-loaded-with-the-first-picture',
      'Every process imports the module that binds it, also in shops that never draw any.',
      { path: '^apps/api/src/', pathNot: [tests, '^apps/api/src/demo/demo-pictures\\.ts$'] },
      { path: '(^|/)libs/cover-art/', dynamic: false },
    ),
    rule(
      'shipped-code-imports-no-test-support',
      'Fakes, stand-ins and tests are not in what is built and deployed.',
      { path: shipped, pathNot: tests },
      { path: tests },
    ),
    rule('libs-know-no-app', 'Libraries lie below the apps.', { path: '^libs/' }, { path: '^apps/' }),
    rule('imports-exist', 'An import that resolves to nothing escapes every other rule.', {}, { couldNotResolve: true }),
    rule(
      'no-circles',
      'What imports each other in a circle cannot be read or moved apart, and breaks at load where it runs. What both need, be it a type, lies in a third file.',
      {},
      { circular: true },
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^tools/boundaries/planted/', '(^|/)dist/'] },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default', 'types'] },
  },
};
