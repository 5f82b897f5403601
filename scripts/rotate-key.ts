/** `npm run rotate-key` changes the key of bank details and tax IDs. Stop the server first. Safe to repeat if interrupted. */
import { readConfig } from '#server/config.ts'
import { rotateKey } from '#server/database/secrets/rotate.ts'
import { runCommand, withStoppedDatabase } from './with-database.ts'

const IN_FILE =
  'Store a copy of encryption.key separately from the backups. The previous key is in encryption.key.old: existing backups need it.'
const GIVEN =
  'Set ENCRYPTION_KEY to the new key alone for every instance of the server and restart them. Existing backups need the old key.'

await runCommand(async () => {
  const config = readConfig(process.env)
  const { unreadable } = await withStoppedDatabase((database) => rotateKey(database, config))
  const damaged = unreadable
    ? `${unreadable} values could not be decrypted and were not changed.\n`
    : ''
  return `All bank details and tax IDs are encrypted with the new key.\n${damaged}${config.encryptionKey === undefined ? IN_FILE : GIVEN}`
})
