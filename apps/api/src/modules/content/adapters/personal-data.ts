import type { PersonalRows } from '../../../platform/personal-data/personal-rows.ts';
import type { ExpiringRows } from '../../../platform/scheduler/retention.ts';

export function expiringMessages(afterDays: number): ExpiringRows {
  return { afterDays, statement: 'delete from contact_message where created_at < ?' };
}

export const PERSONAL: readonly PersonalRows[] = [
  {
    name: 'contactMessages',
    find: `select created_at as "sentAt", full_name as "fullName", email, message, done_at as "answeredAt", file_name as "fileName",
      file_type as "fileType", encode(file_content, 'base64') as "fileInBase64" from contact_message where lower(email) = any(:emails)
      order by created_at`,
    ids: 'select id from contact_message where lower(email) = any(:emails)',
    addresses: 'select distinct lower(email) as email from contact_message',
    erase: ['delete from contact_message where lower(email) = any(:emails)'],
  },
];
