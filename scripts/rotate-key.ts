/** `npm run rotate-key`: a new key for bank details and tax ids, with the server stopped. Broken off, run it again. */
import { readConfig } from '#server/config.ts'
import { rotateKey } from '#server/database/secrets/rotate.ts'
import { runCommand, withStoppedDatabase } from './with-database.ts'

const IN_FILE =
  'Keep a copy of encryption.key apart from the backups. The key before it is in encryption.key.old: backups made until now need it.'
const GIVEN =
  'Set ENCRYPTION_KEY to the new key alone, for every copy of the server, and start them again. Backups made until now need the old one.'

await runCommand(async () => {
  const config = readConfig(process.env)
  const { unreadable } = await withStoppedDatabase((database) => rotateKey(database, config))
  const damaged = unreadable
    ? `${unreadable} values could not be read and stay as they were.\n`
    : ''
  return `Every bank detail and tax id is encrypted with the new key.\n${damaged}${config.encryptionKey === undefined ? IN_FILE : GIVEN}`
})
