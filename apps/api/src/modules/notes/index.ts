export { NoteBody, OpsNote, opsNoteView } from './ops/notes.dto.ts';
export { EditNotes, Notes, type StaffNote } from './application/notes.ts';
