import type { Register } from './register.ts';

/** Mails of the shop, messages of visitors, the newsletter. */
export const MAIL_AND_CONTACT: Register = {
  letter: {
    of: 'customers',
    purpose: 'send each mail once, prove that it was handed over',
    basis: 'contract',
    kept: 'KEEP_MAIL_RECORDS_DAYS',
    onErasure: 'deleted',
    columns: {
      reference: ['id', 'about'],
      text: ['reason'],
      activity: ['kind', 'state', 'sent_at', 'created_at', 'closed_at'],
      none: ['claimed_at', 'tries', 'next_try_at', 'is_put_off_by_mailbox'],
    },
  },
  contact_message: {
    of: 'visitors',
    purpose: 'answer a message to support',
    basis: 'contract',
    kept: '`KEEP_CONTACT_MESSAGES_DAYS`',
    onErasure: 'deleted, with the file',
    columns: {
      reference: ['id'],
      name: ['full_name'],
      contact: ['email'],
      text: ['message'],
      file: ['file_name', 'file_type', 'file_content'],
      activity: ['created_at', 'done_at'],
      staff: ['done_by'],
    },
  },
  newsletter_subscription: {
    of: 'subscribers',
    purpose: 'send the newsletter, prove consent, keep a refusal',
    basis: 'consent',
    kept: 'until erasure; 90 days without confirmation',
    onErasure: 'deleted',
    columns: {
      reference: ['id'],
      contact: ['email'],
      network: ['asked_from', 'confirmed_from'],
      activity: ['state', 'asked_at', 'confirmed_at', 'unsubscribed_at'],
    },
  },
  newsletter_token: {
    of: 'subscribers',
    purpose: 'links that confirm or end a subscription',
    basis: 'consent',
    kept: 'as long as the subscription; 7 days for a link to confirm',
    onErasure: 'deleted',
    columns: { reference: ['subscription_id'], secret: ['hash'], activity: ['purpose', 'created_at'] },
  },
  staff_note: {
    of: 'customers',
    purpose: 'let staff write down something about a customer or order',
    basis: 'legitimate interest',
    kept: '730 days; about an order that was never paid `KEEP_UNPAID_ORDERS_DAYS` from its end',
    onErasure: 'deleted',
    columns: { reference: ['id', 'subject_type', 'subject_id'], text: ['text'], activity: ['at'], staff: ['written_by'] },
  },
};
