export { NoteBody, OpsNote, opsNoteView } from './ops/notes.dto.ts';
export { KeepNotes, Notes, type StaffNote } from './application/notes.ts';
