import { expect, test } from '@jest/globals';
import { migrations } from './index.ts';
import { plain, statementsOf } from './statements-of.ts';

/** What takes away from the version that runs on while machines are replaced, asks more of it, or changes what it has written. */
const refused: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['renames', /\brename\b/],
  ['drops', /\bdrop\b/],
  ['changes a type', /\balter column \w+ (set data )?type\b/],
  ['forbids null', /\bset not null\b/],
  ['asks for a value', /\badd column (?!.* default )(?!.* generated ).*\bnot null\b/],
  ['asks more of rows', /\badd (constraint|check|unique|foreign|primary|exclude)\b|\badd column .*\b(check|unique|references)\b/],
  ['forbids equals', /^create unique index\b/],
  ['stands before writing', /^create (constraint )?trigger \w+ (before|instead of)\b/],
  ['changes what is there', /^(update|delete from|truncate)\b/],
  ['replaces', /^create or replace\b/],
];

const letterView = 'the view order_mail is what order_mail was, and no order of that version is deleted while it runs';
const ofNewColumns = 'of columns that the old version does not read';
const replacedTrigger = 'the trigger that takes its place notes the same products, also of what the old version writes';
const sameColumns = 'the index beside it begins with the same columns';
const countedLast = 'it notes the same products, and the old version, too, counts those of all that is offered last';
const wider = 'the new check admits all that the old one did';

/** What such a statement may do all the same, by the reason why the version before it goes on working. */
const allowed: ReadonlyMap<string, string> = new Map([
  ['alter table order_mail rename to letter', letterView],
  ['alter table letter rename column order_id to about', letterView],
  ['alter table letter drop constraint order_mail_order_id_fkey', letterView],
  ['alter table letter drop constraint order_mail_kind_check', letterView],
  ['alter table letter drop constraint order_mail_state_check', wider],
  [`alter table letter add constraint letter_state_check check (state in ('waiting', 'sending', 'sent', 'refused', 'dropped'))`, wider],
  ['alter index order_mail_pkey rename to letter_pkey', letterView],
  ['alter index order_mail_of_order rename to letter_about', letterView],
  ['alter index order_mail_open rename to letter_open', letterView],
  ['alter table letter drop constraint letter_state_check', wider],
  [
    `alter table letter add constraint letter_state_check check (state in ('waiting', 'sending', 'sent', 'refused', 'dropped', 'dead'))`,
    wider,
  ],
  [
    'alter table shop_user alter column password_hash drop not null, alter column email drop not null',
    'accounts without a password or an address come from logins that only the new version has, and the login of the old one refuses them',
  ],
  ['alter table newsletter_subscription drop constraint newsletter_subscription_state_check', wider],
  [
    `alter table newsletter_subscription add constraint newsletter_subscription_state_check check (state in ('pending', 'confirmed', 'unsubscribed', 'refused'))`,
    wider,
  ],
  ['alter table newsletter_token drop constraint newsletter_token_purpose_check', wider],
  [
    `alter table newsletter_token add constraint newsletter_token_purpose_check check (purpose in ('confirm', 'unsubscribe', 'refuse'))`,
    wider,
  ],
  ['alter table contact_message add check ((done_at is null) = (done_by is null))', 'of two columns that only the new version writes'],
  [
    `create trigger listing_card_is_open before insert or update of card on listing for each row when (right(new.card, 1) = '}') execute function open_listing_card()`,
    'it turns what the old version writes into what both read',
  ],
  ['alter table account_token drop constraint account_token_kind_check', wider],
  [
    `alter table account_token add constraint account_token_kind_check check (kind in ('verification', 'reset', 'taken-address', 'account-closed'))`,
    wider,
  ],
  [
    `create or replace function refuse_change() returns trigger language plpgsql as $$ begin if tg_op <> 'truncate' and current_setting('keyturn.erases', true) = tg_table_name::text then return null; end if; raise exception '% is only ever added to', tg_table_name; end $$`,
    'it refuses what it refused before, save for the functions that only the new version calls',
  ],
  [
    `alter table account_token add constraint account_token_kind_check check (kind in ('verification', 'reset', 'taken-address', 'account-closed', 'account-erased', 'close-account', 'personal-data'))`,
    wider,
  ],
  ['alter table stock_key drop constraint stock_key_state_check', wider],
  [
    `alter table stock_key add constraint stock_key_state_check check (state in ('available', 'reserved', 'sold', 'burnt', 'quarantined'))`,
    wider,
  ],
  [
    `alter table stock_key add constraint stock_key_quarantined_check check (state <> 'quarantined' or (order_id is null and quarantined_at is not null))`,
    'of a state that only the new version writes',
  ],
  [
    `alter table stock_key add constraint stock_key_released_check check (state <> 'available' or quarantined_at is null)`,
    'only a restore marks keys; the old version may not put such a key on sale, and fails rather than sell it twice',
  ],
  [
    `alter table stock_key add constraint stock_key_returning_check check (returning_purchase is null or state in ('quarantined', 'burnt')) not valid`,
    'of a column that only the new version writes; the old version fails rather than sell a key that its supplier takes back',
  ],
  ['alter table stock_key drop constraint stock_key_returning_check', wider],
  [
    `alter table stock_key add constraint stock_key_returning_check check (returning_purchase is null or state <> 'available') not valid`,
    wider,
  ],
  [
    `alter table stock_key add constraint stock_key_cause_check check (quarantine_cause in ('restore', 'upload', 'look', 'return')) not valid`,
    'of a column that only the new version writes',
  ],
  ['update listing set card = card', 'the old version cuts off the last character of a card, whichever it is'],
  [
    `update listing set next_price_change_at = now() where card like '%"is_discounted":true%'`,
    'the old version, too, writes a listing anew at its time, and asks for that time alone',
  ],
  [
    `create trigger stock_key_is_reserved before update of state, order_id on stock_key for each row when (old.state = 'reserved' and new.state in ('reserved', 'sold') and new.order_id <> old.order_id) execute function refuse_reserved_key()`,
    'the old version fails rather than take a key from the order that has it reserved, and tries again',
  ],
  ['drop index stock_key_of_product', sameColumns],
  [`update order_refund set kind = 'chargeback' where id ~ '^(dp|du)_'`, 'of a column that the old version does not read'],
  [`update order_refund set kind = 'external' where kind = 'pieces' and lines = '{}'`, 'of a column that the old version does not read'],
  [
    'create trigger shop_order_names_provider before insert on shop_order for each row when (new.payment_provider is null) execute function name_payment_provider()',
    'it writes the name that the old version, too, takes a null for',
  ],
  [`update shop_order set payment_provider = 'stripe' where payment_provider is null`, 'the old version, too, takes a null for that name'],
  [
    `update listing set region_id = product.region_id, region_names = case when product.regions <> '{}' then lower(product.regions::text)::text[] when product.regional_limitations is not null then array[lower(product.regional_limitations)] else '{}' end, excluded_countries = product.country_limitation from product where product.id = listing.product_id and (product.regions <> '{}' or product.region_id is not null or product.regional_limitations is not null or product.country_limitation <> '{}')`,
    ofNewColumns,
  ],
  [
    `update listing_genre set region_id = listing.region_id, region_names = listing.region_names, excluded_countries = listing.excluded_countries from listing where listing.product_id = listing_genre.product_id and (listing.region_id is not null or listing.region_names <> '{}' or listing.excluded_countries <> '{}')`,
    ofNewColumns,
  ],
  [
    `update shop_order set keys_mailed = mailed.how from ( select order_id, min(how) as how from ( select order_id, case kind when 'mail_sent' then 'sent' else 'tried' end as how from order_event where kind in ('mail_sent', 'mail_delayed', 'mail_refused', 'mail_dead') and data ->> 'mailid' like '%-keys-%' union all select about, case state when 'sent' then 'sent' else 'tried' end from letter where kind = 'keys' and (state not in ('waiting', 'dropped') or tries > 0 or reason is not null) ) as noted group by order_id ) as mailed where shop_order.id = mailed.order_id and shop_order.keys_mailed is null and not shop_order.link_only`,
    ofNewColumns,
  ],
  ['drop trigger supplier_offer_added on supplier_offer', replacedTrigger],
  ['drop trigger supplier_offer_changed on supplier_offer', replacedTrigger],
  ['drop trigger purchase_without_funds on purchase', replacedTrigger],
  ['drop index purchase_of_offer', sameColumns],
  ['drop index if exists supplier_offer_of_product', 'the index beside it begins with the same column, and a product has few offers'],
  ['drop index if exists shop_order_to_reconcile', 'the old version, too, reads the indexes of open and of ended orders'],
  ['drop index if exists purchase_due', 'the index beside it has the same rows, and the old version reads a few suppliers of them'],
  [
    `create or replace function note_pricing_change() returns trigger language plpgsql as 'begin insert into offer_change (product_id, is_of_all) select distinct product_id, true from supplier_offer where product_id is not null; return null; end'`,
    countedLast,
  ],
  [
    `create or replace function note_supplier_paused() returns trigger language plpgsql as 'begin insert into offer_change (product_id, is_of_all) select distinct product_id, true from supplier_offer where supplier_offer.supplier = new.name and product_id is not null; return null; end'`,
    countedLast,
  ],
  [
    `create or replace function note_supplier_without_funds() returns trigger language plpgsql as 'begin if not exists (select from purchase where purchase.supplier = new.supplier and id <> new.id and is_out_of_funds and state in (''refused'', ''ended'') and closed_at > new.closed_at - interval ''10 minutes'') then insert into offer_change (product_id, is_of_all) select distinct product_id, true from supplier_offer where supplier_offer.supplier = new.supplier and product_id is not null; end if; return null; end'`,
    countedLast,
  ],
  [
    `create or replace function note_offered_price() returns trigger language plpgsql as 'declare noted integer := coalesce(nullif(current_setting(''keyturn.prices_noted'', true), ''''), ''0''); begin if exists (select from supplier_offer where supplier_offer.product_id = new.product_id) then perform set_config(''keyturn.prices_noted'', (noted + 1)::text, true); insert into offer_change (product_id, is_of_all) values (new.product_id, noted >= 20); end if; return null; end'`,
    countedLast,
  ],
  [
    `alter table supplier_sync add column if not exists kind text not null default 'all' check (kind in ('all', 'changes'))`,
    'the old version writes synchronisations of all offers, which is the default',
  ],
  ['drop function note_supplier_change()', 'only the trigger that is replaced called it'],
  [
    'alter table order_visit add column if not exists reveal_id bigint references key_reveal (id)',
    'of a column that only the new version writes, with ids of views that nobody deletes',
  ],
  [
    'create unique index if not exists order_visit_of_reveal on order_visit (reveal_id) where reveal_id is not null',
    'of a column that only the new version writes, with an id of its own each time',
  ],
  [
    `update order_visit set reveal_id = reveal.id from (select id, order_id, at, viewer, address, row_number() over (partition by order_id, at, viewer, address order by id) as turn from order_visit where shown = 'keys') as visit join (select id, order_id, at, viewer, address, row_number() over (partition by order_id, at, viewer, address order by id) as turn from key_reveal) as reveal using (order_id, at, viewer, address, turn) where order_visit.id = visit.id`,
    ofNewColumns,
  ],
]);

/** Of one migration's statements, those that the version before it may break on: what it creates itself nobody knows yet. */
function breaking(statements: readonly string[]): string[] {
  const own = new Set(statements.flatMap((sql) => /^create table (?:if not exists )?(\w+)/.exec(sql)?.[1] ?? []));
  return statements.flatMap((sql) => {
    const [, table = ''] = /^(?:alter table|create .*? on|update|insert into|delete from|truncate) (?:only )?(\w+)/.exec(sql) ?? [];
    if (own.has(table) || /^create (table|function)\b/.test(sql)) return [];
    // One action each, at commas outside of brackets.
    const actions = sql.split(/,(?![^()]*\))/);
    return refused.flatMap(([what, pattern]) => (actions.some((action) => pattern.test(action.trim())) ? [`${what}: ${sql}`] : []));
  });
}

const found = migrations.flatMap((migration) => breaking(statementsOf(migration)));
const statementOf = (finding: string) => finding.slice(finding.indexOf(': ') + 2);

test('no migration renames, drops or narrows what the version before it reads and writes', () => {
  expect(found.filter((finding) => !allowed.has(statementOf(finding)))).toEqual([]);
});

test('each statement that is allowed by a reason is one of a migration', () => {
  expect([...allowed.keys()].filter((sql) => !found.map(statementOf).includes(sql))).toEqual([]);
});

test.each([
  ['renames', 'alter table listing rename column card to card_fields'],
  ['renames', 'alter table review rename to opinion'],
  ['drops', 'alter table product drop column notes'],
  ['drops', 'drop table review'],
  ['drops', 'drop index listing_popular'],
  ['changes a type', 'alter table price alter column discount_percent type integer'],
  ['changes a type', 'alter table price alter column discount_percent set data type integer'],
  ['forbids null', 'alter table review alter column name set not null'],
  ['asks for a value', 'alter table review add column mood text not null'],
  ['asks for a value', `alter table review add column first text default '', add column second numeric(4, 2) not null`],
  ['asks more of rows', 'alter table review add constraint short check (length(name) < 9)'],
  ['asks more of rows', "alter table review add column mood text check (mood <> '')"],
  ['forbids equals', 'create unique index one_review on review (email)'],
  ['stands before writing', 'create trigger kept before delete on review for each statement execute function refuse_change()'],
  ['changes what is there', `update review set name = upper(name)`],
  ['changes what is there', `delete from review`],
  ['replaces', `create or replace view order_mail as select id from letter`],
])('what %s is found: %s', (what, sql) => {
  expect(breaking(['create table mood (id text)', plain(sql)])).toEqual([`${what}: ${plain(sql)}`]);
});

test.each([
  'alter table review add column mood text',
  `alter table review add column mood text not null default ''`,
  'create index review_by_mood on review (name)',
  'alter table mood rename column id to name',
  'create unique index one_mood on mood (id)',
  `insert into mood values ('good')`,
])('what takes nothing away is let through: %s', (sql) => {
  expect(breaking(['create table mood (id text)', plain(sql)])).toEqual([]);
});
