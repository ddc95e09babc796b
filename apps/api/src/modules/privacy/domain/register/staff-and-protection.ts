import type { Register } from './register.ts';

/** Keys and actions of the staff, and what protects the shop from abuse. */
export const STAFF_AND_PROTECTION: Register = {
  ops_key: {
    of: 'staff',
    purpose: 'let staff in, each with a role',
    basis: 'contract',
    kept: 'for good: the audit log names the key',
    onErasure: 'not affected: no customer is named',
    columns: {
      staff: ['id', 'name', 'created_by'],
      network: ['networks'],
      secret: ['secret_hash'],
      activity: ['role', 'created_at', 'expires_at', 'revoked_at', 'last_used_at'],
    },
  },
  audit_line: {
    of: 'staff',
    purpose: 'prove what the staff did',
    basis: 'legitimate interest',
    kept: 'for good',
    onErasure: 'stays: it names customers by their ids alone',
    columns: {
      reference: ['subject_type', 'subject_id'],
      network: ['address'],
      text: ['reason'],
      activity: ['at', 'action', 'before', 'after'],
      staff: ['key_id', 'key_name', 'key_role'],
      none: ['id', 'request_id'],
    },
  },
  blocked_network: {
    of: 'visitors',
    purpose: 'keep attackers out',
    basis: 'legitimate interest',
    kept: 'until the staff removes it',
    onErasure: 'stays: a network is no person',
    columns: { network: ['network'], text: ['reason'], activity: ['created_at'], staff: ['changed_by'] },
  },
  blocked_country: { columns: { staff: ['changed_by'], none: ['code', 'reason', 'created_at'] } },
  rate_limit: {
    of: 'visitors',
    purpose: 'limit calls of a network, address or account',
    basis: 'legitimate interest',
    kept: 'until the window ends, a day at most',
    onErasure: 'goes by its age: names are stored as hashes',
    columns: { reference: ['bucket'], activity: ['hits', 'ends_at'] },
  },
  single_use: {
    of: 'visitors',
    purpose: 'remember ended logins and spent captcha passes',
    basis: 'legitimate interest',
    kept: 'until its end, a day at most',
    onErasure: 'goes by its age: names are stored as hashes',
    columns: { reference: ['name'], activity: ['ends_at'] },
  },
  alert: {
    of: 'customers',
    purpose: 'tell the staff of disputes and failures',
    basis: 'legitimate interest',
    kept: '400 days',
    onErasure: 'deleted where it is about an order of the person',
    columns: { reference: ['id', 'about', 'link'], text: ['detail'], activity: ['kind', 'raised_at'], none: ['mail_id'] },
  },
  alert_mail: { columns: { none: ['kind', 'planned_at'] } },
};
