/** `npm run backup -- FILE` writes the whole database to a file. The server may be running. */
import { writeBackup } from '#server/database/backup/backup.ts'
import { resolveFile, runCommand, withConnection } from './with-database.ts'

await runCommand(async () => {
  const file = resolveFile(process.argv[2], 'npm run backup -- FILE')
  const { tables } = await withConnection((connection, stop) => writeBackup(connection, file, stop))
  return `Backup written to ${file} (${tables.length} tables).\nIt does not contain the key of bank details and tax IDs: store a copy of encryption.key separately.`
})
