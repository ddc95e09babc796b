export * from './limit-connections.ts';
