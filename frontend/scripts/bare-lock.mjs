/** Leaves addresses out of the lock file: npm copies there where each package asks for money. */
import { readFileSync, writeFileSync } from 'node:fs';

const LOCK = new URL('../../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(LOCK, 'utf8'));
for (const entry of Object.values(lock.packages)) delete entry.funding;
writeFileSync(LOCK, `${JSON.stringify(lock, null, 2)}\n`);
