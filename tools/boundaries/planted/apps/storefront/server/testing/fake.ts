export const fake = 'not real';
