import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { type ContactMessage, ContactMessages } from '../application/contact.ts';

interface Row {
  id: string;
  full_name: string;
  email: string;
  message: string;
  file_name: string | null;
  file_type: string | null;
  file_content: Buffer | null;
}

@Injectable()
export class SqlContactMessages extends ContactMessages {
  constructor(private readonly em: EntityManager) {
    super();
  }

  override async add({ id, fullName, email, message, file }: ContactMessage, at: Date): Promise<void> {
    await sql`insert into contact_message (id, full_name, email, message, file_name, file_type, file_content, created_at)
      values (${id}, ${fullName}, ${email}, ${message}, ${file?.name ?? null}, ${file?.type ?? null}, ${file?.content ?? null}, ${at})`.execute(
      this.em.getKysely(),
    );
  }

  override async ofId(id: string): Promise<ContactMessage | null> {
    const { rows } = await sql<Row>`select id, full_name, email, message, file_name, file_type, file_content
      from contact_message where id = ${id}`.execute(this.em.getKysely());
    const [row] = rows;
    if (!row) return null;
    const { file_name: name, file_type: type, file_content: content } = row;
    const file = name === null || type === null || content === null ? null : { name, type, content };
    return { id: row.id, fullName: row.full_name, email: row.email, message: row.message, file };
  }
}
