/**
 * Numbers of the shop's advisory locks, shared by all processes and versions. A number that was in use is never reused for something else.
 * Locks of an address or a person use a hash of its name.
 */
export const LOCKS = {
  /** One migration at a time, however many replicas start. */
  migration: 726_533_001,
  /** The database that tests copy is made once. */
  testTemplate: 726_533_002,
  /** One import writes at a time, so that two cannot both find a product missing. */
  intake: 726_533_003,
  /** One check for low stock at a time, so that two workers raise one alert for each product. */
  stockWatch: 726_533_004,
  /** Shared by those who write prices by the rules, alone for who sets them. */
  pricingRules: 726_533_005,
  /** Imports and repricings are done one at a time. */
  catalogueLock: 726_533_006,
  /** One seeding at a time, however many processes start. */
  demo: 726_533_007,
  /** One upload of keys stores a batch at a time, so that no two take two spellings of one key. */
  keyIntake: 726_533_008,
  /** One process adds up the changes of stock that lists show at a time. */
  stockChanges: 726_533_009,
  /** One process plans purchases from suppliers at a time, so that no two buy for the same backorder. */
  purchases: 726_533_010,
  /** One process counts what lists show of suppliers at a time. */
  offerChanges: 726_533_011,
  /** With the hash of a product: one transaction at a time promises or buys pieces of its offers. */
  offers: 726_533_012,
} as const;
