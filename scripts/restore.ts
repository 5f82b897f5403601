/** `npm run restore -- FILE`: a backup into an empty DATA_DIR or DATABASE_URL, with the server stopped. */
import { restoreBackup } from '#server/database/backup/restore.ts'
import { fileNamed, runCommand, withOwnConnection } from './with-database.ts'

await runCommand(async () => {
  const file = fileNamed(process.argv[2], 'npm run restore -- FILE')
  const rows = await withOwnConnection((connection) => restoreBackup(connection, file))
  return `${rows} rows are restored.\nPut encryption.key into DATA_DIR, or its key into ENCRYPTION_KEY, before the next start.`
})
