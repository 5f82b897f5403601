/** `npm run backup -- FILE`: everything in one file, while the server runs or not. */
import { writeBackup } from '#server/database/backup/backup.ts'
import { fileNamed, runCommand, withConnection } from './with-database.ts'

await runCommand(async () => {
  const file = fileNamed(process.argv[2], 'npm run backup -- FILE')
  const { tables } = await withConnection((connection) => writeBackup(connection, file))
  return `Everything (${tables.length} tables) is in ${file}.\nThe key of bank details and tax ids is not in it: keep a copy of encryption.key elsewhere.`
})
