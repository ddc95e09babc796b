import { AcceptedRegions20270102 } from './accepted-regions-20270102.ts';
import { KeysMailed20270108 } from './keys-mailed-20270108.ts';
import { OffersOfProduct20270105 } from './offers-of-product-20270105.ts';
import { UnlinkedIdentities20270106 } from './unlinked-identities-20270106.ts';
import { ClosedAddresses20270107 } from './closed-addresses-20270107.ts';
import { Erasures20270109 } from './erasures-20270109.ts';
import { ReconciledOrders20270110 } from './reconciled-orders-20270110.ts';
import { PaymentEventOrders20270104 } from './payment-event-orders-20270104.ts';
import { UnpaidOrders20270103 } from './unpaid-orders-20270103.ts';
import type { Migration } from '@mikro-orm/migrations';
import { ChargedPieces20261231 } from './charged-pieces-20261231.ts';
import { UnsoldReturns20261228 } from './unsold-returns-20261228.ts';
import { Accounts20261122 } from './accounts-20261122.ts';
import { Accounts20261125 } from './accounts-20261125.ts';
import { Alerts20261205 } from './alerts-20261205.ts';
import { BlockedBuyers20261212 } from './blocked-buyers-20261212.ts';
import { Catalog20261121 } from './catalog-20261121.ts';
import { Catalog20261123 } from './catalog-20261123.ts';
import { CustomerLimits20261213 } from './customer-limits-20261213.ts';
import { Customers20261201 } from './customers-20261201.ts';
import { FeedPictures20261215 } from './feed-pictures-20261215.ts';
import { Disputes20261212 } from './disputes-20261212.ts';
import { DeskLists20261127 } from './desk-lists-20261127.ts';
import { Catalog20261129 } from './catalog-20261129.ts';
import { Catalog20261130 } from './catalog-20261130.ts';
import { Delivery20261123 } from './delivery-20261123.ts';
import { FewestAccepted20261229 } from './fewest-accepted-20261229.ts';
import { KeyUploads20261202 } from './key-uploads-20261202.ts';
import { Letters20261126 } from './letters-20261126.ts';
import { Listing20261122 } from './listing-20261122.ts';
import { Mail20261122 } from './mail-20261122.ts';
import { Ops20261123 } from './ops-20261123.ts';
import { OpsKeys20261204 } from './ops-keys-20261204.ts';
import { OrderDesk20261123 } from './order-desk-20261123.ts';
import { OrderEmail20261126 } from './order-email-20261126.ts';
import { OrderSearch20261203 } from './order-search-20261203.ts';
import { Origins20261123 } from './origins-20261123.ts';
import { PaymentDesk20261123 } from './payment-desk-20261123.ts';
import { Checkouts20261211 } from './checkouts-20261211.ts';
import { ClosedAccounts20261207 } from './closed-accounts-20261207.ts';
import { PaymentNames20261208 } from './payment-names-20261208.ts';
import { Privacy20261212 } from './privacy-20261212.ts';
import { Feeds20261216 } from './feeds-20261216.ts';
import { Hints20261216 } from './hints-20261216.ts';
import { Margins20261216 } from './margins-20261216.ts';
import { Privacy20261214 } from './privacy-20261214.ts';
import { OrderVisits20261215 } from './order-visits-20261215.ts';
import { Commitments20261215 } from './commitments-20261215.ts';
import { PaymentProviders20261206 } from './payment-providers-20261206.ts';
import { People20261121 } from './people-20261121.ts';
import { People20261123 } from './people-20261123.ts';
import { Platform20261121 } from './platform-20261121.ts';
import { Posts20261201 } from './posts-20261201.ts';
import { Quarantine20261126 } from './quarantine-20261126.ts';
import { QuarantineCauses20270101 } from './quarantine-causes-20270101.ts';
import { Refusals20261124 } from './refusals-20261124.ts';
import { RefundBounces20261126 } from './refund-bounces-20261126.ts';
import { RefundParts20261130 } from './refund-parts-20261130.ts';
import { Refunds20261126 } from './refunds-20261126.ts';
import { Sales20261121 } from './sales-20261121.ts';
import { Shopper20261122 } from './shopper-20261122.ts';
import { Sitemap20261122 } from './sitemap-20261122.ts';
import { Stock20261123 } from './stock-20261123.ts';
import { Stock20261128 } from './stock-20261128.ts';
import { Retention20261210 } from './retention-20261210.ts';
import { Risk20261211 } from './risk-20261211.ts';
import { RiskPolicy20261212 } from './risk-policy-20261212.ts';
import { Stock20261209 } from './stock-20261209.ts';
import { Stock20261210 } from './stock-20261210.ts';
import { Purchases20261212 } from './purchases-20261212.ts';
import { Suppliers20261211 } from './suppliers-20261211.ts';
import { VisitsOfKeys20261220 } from './visits-of-keys-20261220.ts';
import { Words20261125 } from './words-20261125.ts';
import { AuthTrail20261211 } from './auth-trail-20261211.ts';
import { Regions20261211 } from './regions-20261211.ts';
import { OpsFactors20261211 } from './ops-factors-20261211.ts';
import { RegionOrders20261212 } from './region-orders-20261212.ts';
import { RegionLists20261212 } from './region-lists-20261212.ts';
import { UserSessions20261215 } from './user-sessions-20261215.ts';
import { ThreeDSecure20261215 } from './three-d-secure-20261215.ts';
import { Accounting20261217 } from './accounting-20261217.ts';
import { RiskHistory20261217 } from './risk-history-20261217.ts';
import { OpsRefusals20261217 } from './ops-refusals-20261217.ts';
import { OfferChanges20261218 } from './offer-changes-20261218.ts';
import { UnlinkedLogins20261218 } from './unlinked-logins-20261218.ts';
import { OfferCounts20261219 } from './offer-counts-20261219.ts';
import { RateChanges20261220 } from './rate-changes-20261220.ts';
import { BulkChanges20261222 } from './bulk-changes-20261222.ts';
import { Replacements20261220 } from './replacements-20261220.ts';
import { SyncKinds20261222 } from './sync-kinds-20261222.ts';
import { PurchasesDue20261223 } from './purchases-due-20261223.ts';
import { NotifiedOrders20261224 } from './notified-orders-20261224.ts';
import { CountryCounts20261222 } from './country-counts-20261222.ts';
import { SupplierReportIndexes20261231 } from './supplier-report-indexes-20261231.ts';
import { SupplierReturns20261223 } from './supplier-returns-20261223.ts';
import { ReturningKeys20261226 } from './returning-keys-20261226.ts';
import { OpeningNetworks20261227 } from './opening-networks-20261227.ts';
import { Looks20261228 } from './looks-20261228.ts';
import { WithdrawnKeys20261229 } from './withdrawn-keys-20261229.ts';
import { PurchaseLeases20261230 } from './purchase-leases-20261230.ts';
import { DearerPurchases20261231 } from './dearer-purchases-20261231.ts';

/** In the order in which they run. Only ever add: a migration that has run somewhere is not changed. */
export const migrations: (new (...args: ConstructorParameters<typeof Migration>) => Migration)[] = [
  Platform20261121,
  Catalog20261121,
  People20261121,
  Sales20261121,
  Mail20261122,
  Accounts20261122,
  Sitemap20261122,
  Shopper20261122,
  Listing20261122,
  Delivery20261123,
  Ops20261123,
  Stock20261123,
  Origins20261123,
  OrderDesk20261123,
  Catalog20261123,
  PaymentDesk20261123,
  People20261123,
  Refusals20261124,
  Accounts20261125,
  Words20261125,
  Letters20261126,
  Refunds20261126,
  Quarantine20261126,
  RefundBounces20261126,
  OrderEmail20261126,
  DeskLists20261127,
  Stock20261128,
  Catalog20261129,
  Catalog20261130,
  RefundParts20261130,
  Posts20261201,
  KeyUploads20261202,
  Customers20261201,
  OrderSearch20261203,
  OpsKeys20261204,
  Alerts20261205,
  PaymentProviders20261206,
  ClosedAccounts20261207,
  PaymentNames20261208,
  Stock20261209,
  Retention20261210,
  Stock20261210,
  AuthTrail20261211,
  Regions20261211,
  Checkouts20261211,
  Suppliers20261211,
  BlockedBuyers20261212,
  Risk20261211,
  OpsFactors20261211,
  Privacy20261212,
  RegionOrders20261212,
  Purchases20261212,
  RiskPolicy20261212,
  CustomerLimits20261213,
  RegionLists20261212,
  Disputes20261212,
  Privacy20261214,
  Feeds20261216,
  OrderVisits20261215,
  Commitments20261215,
  FeedPictures20261215,
  UserSessions20261215,
  ThreeDSecure20261215,
  Hints20261216,
  Accounting20261217,
  Margins20261216,
  RiskHistory20261217,
  OpsRefusals20261217,
  OfferChanges20261218,
  UnlinkedLogins20261218,
  OfferCounts20261219,
  RateChanges20261220,
  VisitsOfKeys20261220,
  BulkChanges20261222,
  Replacements20261220,
  SyncKinds20261222,
  PurchasesDue20261223,
  NotifiedOrders20261224,
  CountryCounts20261222,
  SupplierReturns20261223,
  ReturningKeys20261226,
  OpeningNetworks20261227,
  UnsoldReturns20261228,
  Looks20261228,
  WithdrawnKeys20261229,
  FewestAccepted20261229,
  PurchaseLeases20261230,
  ChargedPieces20261231,
  SupplierReportIndexes20261231,
  QuarantineCauses20270101,
  DearerPurchases20261231,
  AcceptedRegions20270102,
  UnpaidOrders20270103,
  PaymentEventOrders20270104,
  OffersOfProduct20270105,
  UnlinkedIdentities20270106,
  ClosedAddresses20270107,
  KeysMailed20270108,
  Erasures20270109,
  ReconciledOrders20270110,
];
