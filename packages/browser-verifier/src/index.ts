export { verdictWords } from '@goal/signed-log';
export { checkFile, NotChecked } from './check-file.ts';
