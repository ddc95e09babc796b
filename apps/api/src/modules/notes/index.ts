export { NoteBody, OpsNote, opsNoteView } from './ops/notes.dto.ts';
export { KeepNotes, Notes, type NoteSubject, type StaffNote } from './application/notes.ts';
