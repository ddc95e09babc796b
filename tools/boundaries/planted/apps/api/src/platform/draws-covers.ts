export const art = (await import('../../../../libs/cover-art/src/index.ts')).art;
