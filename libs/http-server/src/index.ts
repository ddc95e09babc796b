export * from './end-unread.ts';
export * from './limit-connections.ts';
