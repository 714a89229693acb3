export * from './database.ts';
export * from './generated/client.ts';
