import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Notes, type NoteSubject, type StaffNote } from '../application/notes.ts';

const MOST_SHOWN = 100;

@Injectable()
export class SqlNotes extends Notes {
  constructor(private readonly em: EntityManager) {
    super();
  }

  override async about({ type, id }: NoteSubject): Promise<StaffNote[]> {
    const { rows } = await sql<StaffNote>`select id, text, written_by as "by", at from staff_note
      where subject_type = ${type} and subject_id = ${id} order by at desc, id desc limit ${MOST_SHOWN}`.execute(this.em.getKysely());
    return rows.map((row) => ({ ...row, at: new Date(row.at) }));
  }

  override async add({ type, id: subjectId }: NoteSubject, { id, text, by, at }: StaffNote): Promise<void> {
    await sql`insert into staff_note (id, subject_type, subject_id, text, written_by, at)
      values (${id}, ${type}, ${subjectId}, ${text}, ${by}, ${at})`.execute(this.em.getKysely());
  }

  override async remove(id: string): Promise<NoteSubject | null> {
    const { rows } = await sql<NoteSubject>`delete from staff_note where id = ${id}
      returning subject_type as type, subject_id as id`.execute(this.em.getKysely());
    return rows[0] ?? null;
  }
}
