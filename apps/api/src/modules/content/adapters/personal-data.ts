import type { PersonalRows } from '../../../platform/personal-data/personal-rows.ts';
import type { ExpiringRows } from '../../../platform/scheduler/retention.ts';

export function expiringMessages(afterDays: number): ExpiringRows {
  return { afterDays, statement: 'delete from contact_message where created_at < ?' };
}

/** Of the files in one export: the latest, up to the size of the largest that the form takes. Ten files an hour come from one network. */
const MOST_FILE_BYTES = 5_242_880;

export const PERSONAL: readonly PersonalRows[] = [
  {
    name: 'contactMessages',
    find: `select created_at as "sentAt", full_name as "fullName", email, message, done_at as "answeredAt", file_name as "fileName",
      file_type as "fileType",
      case when sum(coalesce(octet_length(file_content), 0)) over (order by created_at desc, id desc) <= ${MOST_FILE_BYTES}
        then encode(file_content, 'base64') end as "fileInBase64"
      from contact_message where lower(email) = any(:emails) order by created_at, id`,
    ids: 'select id from contact_message where lower(email) = any(:emails)',
    addresses: 'select distinct lower(email) as email from contact_message',
    erase: ['delete from contact_message where lower(email) = any(:emails)'],
  },
];
