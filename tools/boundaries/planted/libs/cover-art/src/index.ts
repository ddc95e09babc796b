export const art = 'drawn';
