/** `npm run restore -- FILE` restores a backup into an empty DATA_DIR or DATABASE_URL. Stop the server first. */
import { restoreBackup } from '#server/database/backup/restore.ts'
import { resolveFile, runCommand, withOwnConnection } from './with-database.ts'

await runCommand(async () => {
  const file = resolveFile(process.argv[2], 'npm run restore -- FILE')
  const rows = await withOwnConnection((connection) => restoreBackup(connection, file))
  return `${rows} rows restored.\nBefore the next start, copy encryption.key to DATA_DIR or set ENCRYPTION_KEY to its content.`
})
